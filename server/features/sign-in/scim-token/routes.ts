import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NewProvisioningToken, Provisioning } from '#contract/provisioning.ts'
import { answering, reauthenticationErrors, creating, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { isTokenValid, makeToken, readProvisioning, revokeToken } from './operations.ts'

const problems = ['provider_not_set_up', 'admins_only', 'first_team_only'] as const

/**
 * Routes by which administrators connect the company's directory (N17.08). If no OIDC provider is set up, they answer
 * 404 to members. They answer 401 to callers without a session, as all routes for members do.
 */
export const scimTokenRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/provisioning/token',
    answering('The token of the directory, without its secret', Provisioning, { byToken: 'never', problems }),
    async (request) => readProvisioning(services, request.scope),
  )

  app.post(
    '/provisioning/token',
    creating(
      'Create the token of the directory. Only this response has it, and the previous token ends',
      NewProvisioningToken,
      {
        isSecretAlive: isTokenValid,
        byToken: 'never',
        problems: [...problems, ...reauthenticationErrors],
      },
    ),
    async (request, reply) => {
      reply.code(201)
      return makeToken(services, request.scope)
    },
  )

  app.delete(
    '/provisioning/token',
    answeringNothing('Revoke the token of the directory', { byToken: 'never', problems: [...problems, 'not_found'] }),
    async (request, reply) => noContent(reply, revokeToken(services, request.scope)),
  )
}
