import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Push, PushSubscription } from '#contract/notifications.ts'
import { answering } from '#server/http/answering.ts'
import { noContent } from '#server/http/no-content.ts'
import type { Services } from '#server/services.ts'
import { readPush, turnOff, turnOn } from './operations.ts'

export const pushRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/notifications/push', answering('Whether I am reminded on this device', Push), async (request) =>
    readPush(services, request.scope),
  )

  app.put(
    '/notifications/push',
    { schema: { summary: 'Be reminded on this device', body: PushSubscription, response: { 204: z.null() } } },
    async (request, reply) => noContent(reply, turnOn(services, request.scope, request.body)),
  )

  app.delete(
    '/notifications/push',
    { schema: { summary: 'Not be reminded on this device any more', response: { 204: z.null() } } },
    async (request, reply) => noContent(reply, turnOff(services, request.scope)),
  )
}
