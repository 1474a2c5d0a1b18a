import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Dashboard, DashboardStats } from '#contract/dashboard.ts'
import type { Services } from '#server/services.ts'
import { readDashboard, readStats } from './operations.ts'

export const dashboardRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/dashboard',
    { schema: { summary: "The team's day and my backlog", response: { 200: Dashboard } } },
    async (request) => readDashboard(services, request.scope),
  )

  app.get(
    '/dashboard/stats',
    { schema: { summary: "My figures and the team's weeks", response: { 200: DashboardStats } } },
    async (request) => readStats(services, request.scope),
  )
}
