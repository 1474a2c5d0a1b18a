import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { GitHubLogin, GitHubLoginResult } from '#contract/sign-in.ts'
import { signedIn } from '#server/http/auth/known-device.ts'
import { answerSignIns } from '#server/http/auth/provider-sign-in.ts'
import type { Services } from '#server/services.ts'
import { connectGitHub, gitHubAddress, gitHubLogin } from './operations.ts'

export const gitHubSignInRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) =>
  answerSignIns(app, services, {
    provider: 'github',
    body: GitHubLogin,
    result: GitHubLoginResult,
    addressOf: gitHubAddress,
    connect: connectGitHub,
    login: async (request, reply, answer, sender) => {
      const tokens = await gitHubLogin(services, answer, sender)
      return { result: 'login', ...(await signedIn(request, reply, services, tokens)) }
    },
  })
