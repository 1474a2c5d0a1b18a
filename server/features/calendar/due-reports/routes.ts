import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ExpectedDay, ExpectedQuery } from '#contract/expected.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readExpected } from './operations.ts'

export const dueReportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/expected',
    answering('The members with a report due on a day, and why the others have none due', ExpectedDay, {
      querystring: ExpectedQuery,
    }),
    async (request) => readExpected(services, request.scope, request.query.date),
  )
}
