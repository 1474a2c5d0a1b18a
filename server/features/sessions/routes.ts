import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Login, RefreshToken, Tokens } from '#contract/sessions.ts'
import type { Services } from '#server/services.ts'
import { login, logout, refresh } from './operations.ts'

export const sessionRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/auth/refresh',
    { schema: { summary: 'Renew the tokens', body: RefreshToken, response: { 200: Tokens } } },
    async (request) => refresh(services, request.body.refresh_token),
  )

  app.post(
    '/auth/logout',
    { schema: { summary: 'End the session', body: RefreshToken, response: { 204: z.null() } } },
    async (request, reply) => {
      await logout(services, request.body.refresh_token)
      return reply.code(204).send(null)
    },
  )
}

/** JSON as everywhere, and forms, as OAuth's password grant sends them. */
export const loginRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  await app.register(formBody)
  app.post(
    '/auth/login',
    {
      schema: {
        summary: 'Sign in with e-mail and password',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: Login,
        response: { 200: Tokens },
      },
    },
    async (request) => login(services, request.body, request.ip),
  )
}
