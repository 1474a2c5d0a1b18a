import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Absence, AbsenceDraft, Absences } from '#contract/absences.ts'
import { uuid } from '#contract/fields.ts'
import { CalendarQuery } from '#contract/holidays.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { deleteAbsence, saveAbsence, readAbsences } from './operations.ts'

export const absenceRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const params = z.object({ id: uuid })

  app.get(
    '/absences',
    answering('The time off of the members of my team', Absences, { querystring: CalendarQuery }),
    async (request) => ({ absences: await readAbsences(services, request.scope, request.query) }),
  )

  app.put(
    '/absences/:id',
    answering("Take days off; overlapping ones become one. Administrators also write down others'", Absence, {
      params,
      body: AbsenceDraft,
      problems: ['admins_only'],
    }),
    async (request) => saveAbsence(services, request.scope, request.params.id, request.body),
  )

  app.delete(
    '/absences/:id',
    answeringNothing("Take days off back; administrators also others'", { params, problems: ['admins_only'] }),
    async (request, reply) => noContent(reply, deleteAbsence(services, request.scope, request.params.id)),
  )
}
