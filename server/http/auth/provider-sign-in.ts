import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { providers, type SignInProvider } from '#contract/providers.ts'
import {
  type CompanyLoginResult,
  type GitHubLogin,
  type GitHubLoginResult,
  type GoogleLoginResult,
  LoginUrl,
  type ProviderLogin,
  ProviderRefusal,
  SignInBegin,
} from '#contract/sign-in.ts'
import type { Scope } from '#server/access/scope.ts'
import type { KnownDevice } from '#server/access/attempts/known-device.ts'
import type { Sender } from '#server/access/attempts/sender.ts'
import { refuseWhereOidcOnly, requireProvider } from '#server/config/providers.ts'
import { AppError } from '#server/errors.ts'
import { ofWord } from '#server/providers/openid/failure.ts'
import type { Answer, Begin } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { knownDevice } from './known-device.ts'
import { begin, end } from './oauth-state.ts'
import { senderOf } from './sender.ts'
import { callerOf } from './session.ts'

/** Failures of a call with a session: members use these routes, too. */
const ofCaller = [
  'not_signed_in',
  'session_ended',
  'session_needed',
  'token_ended',
  'sign_in_expired',
  'too_many_calls',
  'scope_missing',
] as const

/**
 * `invitation`: the token of the invitation page that the visitor came from, or the id of the offered invitation that
 * the visitor chose, or `none` (E1.22). `device`: the visitor's browser.
 */
type Begun = { invitation: string | undefined; device: KnownDevice | undefined }

type SignIn = {
  provider: SignInProvider
  body: typeof ProviderLogin | typeof GitHubLogin
  result: typeof GoogleLoginResult | typeof CompanyLoginResult | typeof GitHubLoginResult
  addressOf: (services: Services, caller: Scope | undefined, begin: Begin) => Promise<LoginUrl>
  connect: (services: Services, caller: Scope, answer: Answer) => Promise<void>
  login: (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Answer,
    sender: Sender & Begun,
  ) => Promise<GoogleLoginResult>
}

/** Adds the routes to sign in with a provider. Members use the same routes to connect the provider to their account. */
export function answerSignIns(
  instance: FastifyInstance,
  services: Services,
  { provider, body, result, addressOf, connect, login }: SignIn,
) {
  const app = instance.withTypeProvider<ZodTypeProvider>()
  const { name } =
    provider === 'oidc' && services.config.providers.oidc ? services.config.providers.oidc : providers[provider]
  const onRequest = async () => void requireProvider(services, provider)
  /** @throws AppError company_sign_in_only if visitors may not sign in with this provider */
  const signingIn = async (request: FastifyRequest) => {
    const caller = await callerOf(request, services)
    if (!caller && provider !== 'oidc') refuseWhereOidcOnly(services)
    return caller
  }

  app.get(
    `/auth/${provider}/login-url`,
    {
      onRequest,
      schema: {
        summary: `Where to sign in with ${name}`,
        querystring: SignInBegin,
        problems: [
          'connection_refused',
          ...ofCaller,
          'company_sign_in_only',
          'reauthentication_required',
          'sign_in_again',
          'provider_not_set_up',
          'provider_unavailable',
        ],
        response: { 200: LoginUrl },
      },
    },
    async (request, reply) => {
      const caller = await signingIn(request)
      const { invitation, state: words } = request.query
      const begins = () => begin(reply, services, provider, { by: caller?.userId, words, invitation })
      return addressOf(services, caller, begins)
    },
  )

  app.post(
    `/auth/${provider}/login`,
    {
      onRequest,
      schema: {
        summary: `Sign in, or connect, as ${name} shows`,
        body,
        problems: [
          'connection_refused',
          'sign_in_refused',
          ...ofCaller,
          'company_sign_in_only',
          'sign_up_closed',
          'email_domain_refused',
          'account_inactive',
          'not_allowed_here',
          'email_unverified',
          'provider_not_set_up',
          'email_taken',
          'connect_after_login',
          'account_elsewhere',
          'invitation_cancelled',
          'too_many_attempts',
          'too_many_emails',
          'provider_unavailable',
        ],
        response: { 200: result },
      },
    },
    async (request, reply): Promise<GoogleLoginResult> => {
      const { code, state, time_zone } = request.body
      const caller = await signingIn(request)
      const { pending, by, invitation } = await end<string | undefined>(request, reply, services, {
        name: provider,
        state,
      })
      if (by !== caller?.userId) throw new AppError('sign_in_refused')
      if (!caller) {
        const device = await knownDevice(request, services)
        return login(request, reply, { code, pending }, { ...senderOf(request, time_zone), invitation, device })
      }
      await connect(services, caller, { code, pending })
      return { result: 'connected' }
    },
  )

  app.post(
    `/auth/${provider}/refusal`,
    {
      onRequest,
      schema: {
        summary: `Why ${name} has sent somebody back without a code: always an error, in words`,
        body: ProviderRefusal,
        problems: ['connection_refused', 'sign_in_refused', 'provider_not_set_up', 'provider_unavailable'],
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { error, state } = request.body
      await end(request, reply, services, { name: provider, state })
      throw ofWord(name, error)
    },
  )
}
