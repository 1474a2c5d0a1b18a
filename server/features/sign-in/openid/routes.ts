import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { BackChannelLogout, CompanyLoginResult, ProviderLogin } from '#contract/sign-in.ts'
import { requireProvider } from '#server/config/providers.ts'
import { readForms } from '#server/http/requests/form-body.ts'
import { signedIn } from '#server/http/auth/known-device.ts'
import { answerSignIns } from '#server/http/auth/provider-sign-in.ts'
import type { Services } from '#server/services.ts'
import { companyLogin, connectOpenId, logOutByProvider, openIdAddress } from './operations.ts'

/** Routes to sign in with the operator's own provider (N2.08). */
export const companySignInRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) =>
  answerSignIns(app, services, {
    provider: 'oidc',
    body: ProviderLogin,
    result: CompanyLoginResult,
    addressOf: openIdAddress('oidc'),
    connect: connectOpenId('oidc'),
    login: async (request, reply, answer, sender) => {
      const shown = await companyLogin(services, answer, sender)
      if ('offer' in shown) return { result: 'invited', ...shown.offer }
      return { result: 'login', ...(await signedIn(request, reply, services, shown.tokens)) }
    },
  })

/** Receives back-channel logouts from the provider (N17.04). */
export const backChannelLogoutRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  await readForms(app)
  app.post(
    '/auth/oidc/backchannel-logout',
    {
      schema: {
        summary: 'End the sessions that the company’s OpenID provider has signed out (Back-Channel Logout 1.0)',
        consumes: ['application/x-www-form-urlencoded'],
        body: BackChannelLogout,
        problems: ['logout_token_invalid', 'provider_not_set_up'],
        response: { 200: z.null() },
      },
      onRequest: async (_request, reply) => {
        requireProvider(services, 'oidc')
        reply.header('cache-control', 'no-store')
      },
    },
    async (request, reply) => {
      await logOutByProvider(services, request.body.logout_token)
      return reply.send(null)
    },
  )
}
