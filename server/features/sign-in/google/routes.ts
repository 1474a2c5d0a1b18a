import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Tokens } from '#contract/sessions.ts'
import { GoogleLoginResult, GoogleOnboarding, OnboardingCheck, ProviderLogin } from '#contract/sign-in.ts'
import { AppError } from '#server/errors.ts'
import { answering } from '#server/http/responses/answering.ts'
import { signedIn } from '#server/http/auth/known-device.ts'
import { answerSignIns } from '#server/http/auth/provider-sign-in.ts'
import { clearCookie, sealedCookie, setSealedCookie } from '#server/http/auth/sealed-cookie.ts'
import { senderOf } from '#server/http/auth/sender.ts'
import type { Services } from '#server/services.ts'
import { connectGoogle, googleAddress, googleLogin, isOnboarding, onboard, proofLife } from './operations.ts'

export const googleSignInRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const proofOf = (request: Parameters<typeof sealedCookie>[0]) =>
    sealedCookie(request, services, 'onboarding') as Promise<string | undefined>

  answerSignIns(app, services, {
    provider: 'google',
    body: ProviderLogin,
    result: GoogleLoginResult,
    addressOf: googleAddress,
    connect: connectGoogle,
    login: async (request, reply, answer, sender) => {
      const shown = await googleLogin(services, answer, sender)
      if ('offer' in shown) return { result: 'invited', ...shown.offer }
      if ('tokens' in shown) return { result: 'login', ...(await signedIn(request, reply, services, shown.tokens)) }
      await setSealedCookie(reply, services, 'onboarding', shown.proof, proofLife)
      return { result: 'onboarding', google_user: shown.user }
    },
  })

  app.post(
    '/users/google/onboarding',
    {
      schema: {
        summary: 'Create my account after I have signed in with Google',
        body: GoogleOnboarding,
        problems: [
          'company_sign_in_only',
          'password_common',
          'sign_up_closed',
          'email_domain_refused',
          'onboarding_refused',
          'email_unverified',
          'email_taken',
          'account_elsewhere',
          'too_many_attempts',
        ],
        response: { 200: Tokens },
      },
      // Checks the proof before the form: without a proof, the errors of the form do not matter.
      preValidation: async (request) => {
        if (!(await isOnboarding(services, await proofOf(request)))) throw new AppError('onboarding_refused')
      },
    },
    async (request, reply) => {
      const tokens = await onboard(services, request.body, {
        proof: await proofOf(request),
        ...senderOf(request, request.body.time_zone),
      })
      clearCookie(reply, services, 'onboarding')
      return signedIn(request, reply, services, tokens)
    },
  )

  app.post(
    '/auth/google/onboarding-check',
    answering('Whether a sign-in with Google waits for its onboarding', OnboardingCheck),
    async (request) => ({ onboarding: await isOnboarding(services, await proofOf(request)) }),
  )
}
