import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Team, TeamChange } from '#contract/users.ts'
import type { Services } from '#server/services.ts'
import { changeTeam } from './operations.ts'

export const teamRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.patch(
    '/team',
    { schema: { summary: "Change parts of my team's settings", body: TeamChange, response: { 200: Team } } },
    async (request) => changeTeam(services, request.scope, request.body),
  )
}
