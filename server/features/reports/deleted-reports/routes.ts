import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Report } from '#contract/reports.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { deleteReport, restoreReport } from './operations.ts'

const params = z.object({ id: uuid })

export const deletedReportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.delete(
    '/daily-reports/:id',
    answeringNothing('Delete my report', { params, problems: ['not_yours'] }),
    async (request, reply) => noContent(reply, deleteReport(services, request.scope, request.params.id)),
  )

  app.post(
    '/daily-reports/:id/restore',
    answering('Restore my report, if I deleted it less than 30 days ago', Report, {
      params,
      problems: ['not_yours', 'report_exists'],
    }),
    async (request) => restoreReport(services, request.scope, request.params.id),
  )
}
