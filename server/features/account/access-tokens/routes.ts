import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Page, uuid } from '#contract/fields.ts'
import { AccessTokenDraft, AccessTokens, NewAccessToken } from '#contract/tokens.ts'
import { answering, reauthenticationErrors, creating, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { isTokenThere, listTokens, makeToken, revokeToken } from './operations.ts'

/**
 * Programs cannot call these routes: somebody who stole a token must not be able to make another token, or to revoke
 * the owner's tokens.
 */
export const accessTokenRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/tokens', answering('My access tokens', AccessTokens, { querystring: Page }), async (request) =>
    listTokens(services, request.scope, request.query),
  )

  app.post(
    '/tokens',
    creating('Create an access token. Only this response has it', NewAccessToken, {
      body: AccessTokenDraft,
      isSecretAlive: isTokenThere,
      byToken: 'never',
      problems: [...reauthenticationErrors, 'too_many_tokens'],
    }),
    async (request, reply) => {
      reply.code(201)
      return makeToken(services, request.scope, request.body)
    },
  )

  app.delete(
    '/tokens/:id',
    answeringNothing('Revoke an access token of mine', { params: z.object({ id: uuid }), byToken: 'never' }),
    async (request, reply) => noContent(reply, revokeToken(services, request.scope, request.params.id)),
  )
}
