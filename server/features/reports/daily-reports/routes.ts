import { uuid } from '#contract/fields.ts'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  DayQuery,
  DaysQuery,
  LatestReport,
  Report,
  ReportChange,
  ReportDay,
  ReportedDays,
  ReportSubmission,
} from '#contract/reports.ts'
import { answering, creating } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readDay, readLatest, readReportedDays, upsertReport } from './operations.ts'

const params = z.object({ id: uuid })

/**
 * Answers 304. This answer is not documented in OpenAPI (RFC 9110, 15.4.5): only clients that send `If-None-Match` get
 * it, but each generated client would have to handle it.
 */
const notModified = (reply: FastifyReply) => reply.code(304).send()

export const dailyReportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/daily-reports',
    answering("A page of the team's day", ReportDay, { querystring: DayQuery }),
    async (request, reply) => {
      const { report_date: date, limit, offset } = request.query
      const { tag, text } = await readDay(services, request.scope, { date, limit, offset })
      if (tag) reply.header('etag', `"${tag}"`)
      if (tag && request.headers['if-none-match']?.includes(tag)) return notModified(reply)
      return reply
        .type('application/json')
        .serializer(String)
        .send(text() as never) // already serialised as JSON
    },
  )

  app.post(
    '/daily-reports',
    creating('File my report of a day', Report, {
      body: ReportSubmission,
      problems: ['date_in_future', 'report_exists', 'blocker_changed'],
    }),
    async (request, reply) => reply.code(201).send(await upsertReport(services, request.scope, request.body)),
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
    { schema: { summary: 'My latest report', response: { 200: LatestReport, 204: z.null() } } },
    async (request, reply) => (await readLatest(services, request.scope)) ?? reply.code(204).send(null),
  )

  app.put(
    '/daily-reports/:id',
    answering('Change my report', Report, {
      params,
      body: ReportChange,
      problems: ['date_in_future', 'not_yours', 'report_changed', 'report_exists', 'blocker_changed'],
    }),
    async ({ scope, params: { id }, body: { before, ...write } }) =>
      upsertReport(services, scope, write, { find: () => id, before }),
  )
}
