import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Push, PushSubscription } from '#contract/notifications.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { readPush, turnOff, turnOn } from './operations.ts'

export const pushRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/notifications/push',
    answering('Whether reminders are on for this device', Push, { byToken: 'never' }),
    async (request) => readPush(services, request.scope),
  )

  app.put(
    '/notifications/push',
    answeringNothing('Be reminded on this device', {
      body: PushSubscription,
      byToken: 'never',
      problems: ['push_refused'],
    }),
    async (request, reply) => noContent(reply, turnOn(services, request.scope, request.body)),
  )

  app.delete(
    '/notifications/push',
    answeringNothing('Not be reminded on this device any more', { byToken: 'never' }),
    async (request, reply) => noContent(reply, turnOff(services, request.scope)),
  )
}
