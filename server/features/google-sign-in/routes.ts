import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Tokens } from '#contract/sessions.ts'
import {
  ClientState,
  GoogleLoginResult,
  GoogleOnboarding,
  LoginUrl,
  OnboardingCheck,
  ProviderLogin,
} from '#contract/sign-in.ts'
import { callerOf } from '#server/http/session.ts'
import { signedIn } from '#server/http/known-device.ts'
import { languageFrom } from '#server/http/language.ts'
import { clearCookie, sealedCookie, setSealedCookie } from '#server/http/sealed-cookie.ts'
import { begin, end } from '#server/http/journey.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { connectGoogle, googleAddress, googleLogin, isOnboarding, onboard, proofLife } from './operations.ts'

/** For visitors, and for members who connect Google to their account. */
export const googleSignInRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const proofOf = (request: Parameters<typeof sealedCookie>[0]) =>
    sealedCookie(request, services, 'onboarding') as string | undefined

  app.get(
    '/auth/google/login-url',
    { schema: { summary: 'Where to sign in with Google', querystring: ClientState, response: { 200: LoginUrl } } },
    async (request, reply) => {
      const caller = await callerOf(request, services)
      const begins = () => begin(reply, services, 'google', { by: caller?.userId, words: request.query.state })
      return googleAddress(services, caller, begins)
    },
  )

  app.post(
    '/auth/google/login',
    {
      schema: {
        summary: 'Sign in, or connect, as Google shows',
        body: ProviderLogin,
        response: { 200: GoogleLoginResult },
      },
    },
    async (request, reply): Promise<GoogleLoginResult> => {
      const { code, state } = request.body
      const caller = await callerOf(request, services)
      const { pending, by } = await end<string | undefined>(request, reply, services, { name: 'google', state })
      if (by !== caller?.userId) throw new AppError('sign_in_refused')
      if (caller) {
        await connectGoogle(services, caller, { code, pending })
        return { result: 'connected' }
      }
      const shown = await googleLogin(services, { code, pending })
      if ('tokens' in shown) return { result: 'login', ...(await signedIn(request, reply, services, shown.tokens)) }
      setSealedCookie(reply, services, 'onboarding', shown.proof, proofLife)
      return { result: 'onboarding', google_user: shown.user }
    },
  )

  app.post(
    '/users/google/onboarding',
    {
      schema: {
        summary: 'Make my account, whom Google has shown',
        body: GoogleOnboarding,
        response: { 200: Tokens },
      },
      // Before the form is: without a proof there is nothing to put right in it.
      preValidation: async (request) => {
        if (!(await isOnboarding(services, proofOf(request)))) throw new AppError('onboarding_refused')
      },
    },
    async (request, reply) => {
      const tokens = await onboard(services, request.body, {
        proof: proofOf(request),
        language: languageFrom(request.headers['accept-language']),
        address: request.ip,
      })
      clearCookie(reply, services, 'onboarding')
      return signedIn(request, reply, services, tokens)
    },
  )

  app.post(
    '/auth/google/onboarding-check',
    { schema: { summary: 'Whether Google has shown somebody to onboard', response: { 200: OnboardingCheck } } },
    async (request) => ({ onboarding: await isOnboarding(services, proofOf(request)) }),
  )
}
