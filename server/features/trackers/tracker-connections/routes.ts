import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { BacklogConnection, Connected, JiraConnection } from '#contract/connections.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { connectBacklog, connectJira } from './operations.ts'

export const trackerRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/connections/backlog',
    answering('Connect a space of Backlog', Connected, {
      body: BacklogConnection,
      byToken: 'never',
      problems: ['connection_refused', 'provider_unavailable'],
    }),
    async (request) => connectBacklog(services, request.scope, request.body),
  )

  app.post(
    '/connections/jira',
    answering('Connect a site of Jira', Connected, {
      body: JiraConnection,
      byToken: 'never',
      problems: ['connection_refused', 'provider_unavailable'],
    }),
    async (request) => connectJira(services, request.scope, request.body),
  )
}
