import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { providers, type SignInProvider } from '#contract/providers.ts'
import {
  ClientState,
  type GitHubLogin,
  type GitHubLoginResult,
  type GoogleLoginResult,
  LoginUrl,
  type ProviderLogin,
} from '#contract/sign-in.ts'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import type { Answer, Begin } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { begin, end } from './journey.ts'
import { callerOf } from './session.ts'

type SignIn = {
  provider: SignInProvider
  body: typeof ProviderLogin | typeof GitHubLogin
  result: typeof GoogleLoginResult | typeof GitHubLoginResult
  addressOf: (services: Services, caller: Scope | undefined, begin: Begin) => Promise<LoginUrl>
  connect: (services: Services, caller: Scope, answer: Answer) => Promise<void>
  login: (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<GoogleLoginResult>
}

/** Signing in with a provider, for visitors; members connect it to their account in the same way. */
export function answerSignIns(
  instance: FastifyInstance,
  services: Services,
  { provider, body, result, addressOf, connect, login }: SignIn,
) {
  const app = instance.withTypeProvider<ZodTypeProvider>()
  const { name } = providers[provider]

  app.get(
    `/auth/${provider}/login-url`,
    { schema: { summary: `Where to sign in with ${name}`, querystring: ClientState, response: { 200: LoginUrl } } },
    async (request, reply) => {
      const caller = await callerOf(request, services)
      const begins = () => begin(reply, services, provider, { by: caller?.userId, words: request.query.state })
      return addressOf(services, caller, begins)
    },
  )

  app.post(
    `/auth/${provider}/login`,
    { schema: { summary: `Sign in, or connect, as ${name} shows`, body, response: { 200: result } } },
    async (request, reply): Promise<GoogleLoginResult> => {
      const { code, state } = request.body
      const caller = await callerOf(request, services)
      const { pending, by } = await end<string | undefined>(request, reply, services, { name: provider, state })
      if (by !== caller?.userId) throw new AppError('sign_in_refused')
      if (!caller) return login(request, reply, { code, pending })
      await connect(services, caller, { code, pending })
      return { result: 'connected' }
    },
  )
}
