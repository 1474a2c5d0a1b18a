import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Team, TeamChange } from '#contract/users.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { changeTeam } from './operations.ts'

/** Routes to change the team. `/team` is an older address of the same route. */
export const teamSettingsRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  for (const path of ['/teams/me', '/team'])
    app.patch(
      path,
      answering("Change parts of my team's settings (administrators)", Team, {
        body: TeamChange,
        problems: ['admins_only', 'changed_elsewhere', 'session_needed', 'reauthentication_required', 'sign_in_again'],
      }),
      async (request) => changeTeam(services, request.scope, request.body),
    )
}
