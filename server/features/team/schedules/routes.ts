import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ScheduleChange, User } from '#contract/users.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { changeSchedule } from './operations.ts'

export const scheduleRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.patch(
    '/users/:id/schedule',
    answering("Change when I work, and whether I write reports; administrators also others'", User, {
      params: z.object({ id: uuid }),
      body: ScheduleChange,
      problems: ['admins_only', 'session_needed'],
    }),
    async (request) => changeSchedule(services, request.scope, request.params.id, request.body),
  )
}
