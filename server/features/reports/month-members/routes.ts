import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { MonthMembers, monthName } from '#contract/months.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readMembers } from './operations.ts'

export const monthMemberRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/months/:month/members',
    answering("How far each member's month is, for administrators", MonthMembers, {
      params: z.object({ month: monthName }),
      problems: ['admins_only'],
    }),
    async (request) => readMembers(services, request.scope, request.params.month),
  )
}
