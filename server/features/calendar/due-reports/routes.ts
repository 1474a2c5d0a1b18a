import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DueReports, DueReportsQuery } from '#contract/due-reports.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readDueReports } from './operations.ts'

export const dueReportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/due-reports',
    answering('The members with a report due on a day, and why the others have none due', DueReports, {
      querystring: DueReportsQuery,
    }),
    async (request) => readDueReports(services, request.scope, request.query.date),
  )
}
