import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { DeploymentState } from '#contract/deployment-state.ts'
import { answering } from '#server/http/responses/answering.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import type { Services } from '#server/services.ts'
import { readDeploymentState } from './operations.ts'

export const deploymentStatusRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/deployment/state',
    answering('The health of the services that my team depends on (administrators)', DeploymentState, {
      problems: ['admins_only', 'first_team_only'],
    }),
    async (request) => readDeploymentState(services, request.scope, languageFrom(request)),
  )
}
