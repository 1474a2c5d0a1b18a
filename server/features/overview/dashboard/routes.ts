import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Dashboard, DashboardStats } from '#contract/dashboard.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readDashboard, readStats } from './operations.ts'

export const dashboardRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/dashboard', answering("The team's day and my backlog", Dashboard), async (request) =>
    readDashboard(services, request.scope),
  )

  app.get('/dashboard/stats', answering("My figures and the team's weeks", DashboardStats), async (request) =>
    readStats(services, request.scope),
  )
}
