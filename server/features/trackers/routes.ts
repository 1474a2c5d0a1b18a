import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { BacklogConnection, Connected, JiraConnection } from '#contract/connections.ts'
import type { Services } from '#server/services.ts'
import { connectBacklog, connectJira } from './operations.ts'

export const trackerRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/connections/backlog',
    { schema: { summary: 'Connect a space of Backlog', body: BacklogConnection, response: { 200: Connected } } },
    async (request) => connectBacklog(services, request.scope, request.body),
  )

  app.post(
    '/connections/jira',
    { schema: { summary: 'Connect a site of Jira', body: JiraConnection, response: { 200: Connected } } },
    async (request) => connectJira(services, request.scope, request.body),
  )
}
