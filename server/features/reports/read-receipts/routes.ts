import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ReadDay } from '#contract/reports.ts'
import { answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { markDayRead, markRead, markUnread } from './operations.ts'

const params = z.object({ id: uuid })

export const readReceiptRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.put('/daily-reports/:id/read', answeringNothing('Mark a report as read', { params }), async (request, reply) =>
    noContent(reply, markRead(services, request.scope, request.params.id)),
  )

  app.delete(
    '/daily-reports/:id/read',
    answeringNothing('Mark a report as unread', { params }),
    async (request, reply) => noContent(reply, markUnread(services, request.scope, request.params.id)),
  )

  app.post(
    '/daily-reports/read',
    answeringNothing("Mark a day's reports as read", { body: ReadDay }),
    async (request, reply) => noContent(reply, markDayRead(services, request.scope, request.body.date)),
  )
}
