import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Achievement, MonthQuery } from '#contract/monthly-reports.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readAchievement } from './operations.ts'

export const monthlyReportRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/monthly-reports/achievement/my',
    answering('My reports of a month', z.array(Achievement), { querystring: MonthQuery }),
    async (request) => readAchievement(services, request.scope, request.query),
  )
}
