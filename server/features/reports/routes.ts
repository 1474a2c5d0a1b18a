import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { DayQuery, DaysQuery, LatestReport, Report, ReportDay, ReportDraft, ReportedDays } from '#contract/reports.ts'
import { answering, creating, doing } from '#server/http/answering.ts'
import { jsonText } from '#server/http/openapi.ts'
import { noContent } from '#server/http/no-content.ts'
import type { Services } from '#server/services.ts'
import { changeReport, deleteReport, readDay, readLatest, readReportedDays, submitReport } from './operations.ts'

const params = z.object({ id: z.uuid() })

export const reportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/daily-reports',
    {
      schema: {
        summary: "A page of the team's day",
        querystring: DayQuery,
        response: { 200: jsonText(ReportDay), 304: z.null() },
      },
    },
    async (request, reply) => {
      const { report_date: date, limit, offset } = request.query
      const { tag, text } = await readDay(services, request.scope, { date, limit, offset })
      if (tag) reply.header('etag', `"${tag}"`)
      if (tag && request.headers['if-none-match']?.includes(tag)) return reply.code(304).send(null)
      return reply.type('application/json').send(text())
    },
  )

  app.post(
    '/daily-reports',
    creating('File my report of a day', Report, { body: ReportDraft, problems: ['date_in_future', 'report_exists'] }),
    async (request, reply) => reply.code(201).send(await submitReport(services, request.scope, request.body)),
  )

  app.get(
    '/daily-reports/days',
    answering('The days with reports', ReportedDays, { querystring: DaysQuery }),
    async (request) => ({
      days: await readReportedDays(services, request.scope, request.query.from, request.query.to),
    }),
  )

  app.get(
    '/daily-reports/my/latest',
    { schema: { summary: 'My newest report', response: { 200: LatestReport, 204: z.null() } } },
    async (request, reply) => (await readLatest(services, request.scope)) ?? reply.code(204).send(null),
  )

  app.put(
    '/daily-reports/:id',
    answering('Change my report', Report, {
      params,
      body: ReportDraft,
      problems: ['date_in_future', 'not_yours', 'report_exists'],
    }),
    async (request) => changeReport(services, request.scope, request.params.id, request.body),
  )

  app.delete(
    '/daily-reports/:id',
    doing('Delete my report', { params, problems: ['not_yours'] }),
    async (request, reply) => noContent(reply, deleteReport(services, request.scope, request.params.id)),
  )
}
