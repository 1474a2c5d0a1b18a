import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ClientState, GitHubLogin, GitHubLoginResult, LoginUrl } from '#contract/sign-in.ts'
import { AppError } from '#server/errors.ts'
import { begin, end } from '#server/http/journey.ts'
import { signedIn } from '#server/http/known-device.ts'
import { languageFrom } from '#server/http/language.ts'
import { callerOf } from '#server/http/session.ts'
import type { Services } from '#server/services.ts'
import { connectGitHub, gitHubAddress, gitHubLogin } from './operations.ts'

/** For visitors, and for members who connect GitHub to their account. */
export const gitHubSignInRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/auth/github/login-url',
    { schema: { summary: 'Where to sign in with GitHub', querystring: ClientState, response: { 200: LoginUrl } } },
    async (request, reply) => {
      const caller = await callerOf(request, services)
      const begins = () => begin(reply, services, 'github', { by: caller?.userId, words: request.query.state })
      return gitHubAddress(services, caller, begins)
    },
  )

  app.post(
    '/auth/github/login',
    {
      schema: {
        summary: 'Sign in, or connect, as GitHub shows',
        body: GitHubLogin,
        response: { 200: GitHubLoginResult },
      },
    },
    async (request, reply): Promise<GitHubLoginResult> => {
      const { code, state } = request.body
      const caller = await callerOf(request, services)
      const { pending, by } = await end<string | undefined>(request, reply, services, { name: 'github', state })
      if (by !== caller?.userId) throw new AppError('sign_in_refused')
      if (caller) {
        await connectGitHub(services, caller, { code, pending })
        return { result: 'connected' }
      }
      const language = languageFrom(request.headers['accept-language'])
      const tokens = await gitHubLogin(services, { code, pending }, { language, address: request.ip })
      return { result: 'login', ...(await signedIn(request, reply, services, tokens)) }
    },
  )
}
