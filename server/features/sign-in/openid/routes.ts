import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CompanyLoginResult, ProviderLogin } from '#contract/sign-in.ts'
import { signedIn } from '#server/http/auth/known-device.ts'
import { answerSignIns } from '#server/http/auth/provider-sign-in.ts'
import type { Services } from '#server/services.ts'
import { companyLogin, connectOpenId, openIdAddress } from './operations.ts'

/** The operator's own provider (N2.08). */
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
