import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Achievement, MonthQuery } from '#contract/monthly-reports.ts'
import type { Services } from '#server/services.ts'
import { readAchievement } from './operations.ts'

export const monthlyReportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/monthly-reports/achievement/my',
    { schema: { summary: 'My reports of a month', querystring: MonthQuery, response: { 200: z.array(Achievement) } } },
    async (request) => readAchievement(services, request.scope, request.query),
  )
}
