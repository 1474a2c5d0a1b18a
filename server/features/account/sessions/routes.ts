import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Page, uuid } from '#contract/fields.ts'
import { Login, Reauthentication, RefreshToken, Sessions, Tokens } from '#contract/sessions.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { readForms } from '#server/http/requests/form-body.ts'
import { knownDevice, signedIn } from '#server/http/auth/known-device.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { endOtherSessions, endSession, listSessions, login, logout, reauthenticate, refresh } from './operations.ts'

export const sessionRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/auth/refresh',
    answering('Renew the tokens', Tokens, {
      body: RefreshToken,
      problems: ['session_ended', 'member_deactivated', 'sign_in_expired', 'session_revoked'],
    }),
    async (request) => refresh(services, request.body.refresh_token),
  )

  app.post('/auth/logout', answeringNothing('End the session', { body: RefreshToken }), async (request, reply) =>
    noContent(reply, logout(services, request.body.refresh_token)),
  )
}

/** Accepts JSON, like every route, and also forms, because OAuth's password grant sends a form. */
export const loginRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  await readForms(app)
  app.post(
    '/auth/login',
    {
      schema: {
        summary: 'Sign in with email and password',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: Login,
        problems: ['company_sign_in_only', 'login_failed', 'account_inactive', 'sign_in_expired', 'too_many_attempts'],
        response: { 200: Tokens },
      },
    },
    async (request, reply) => {
      const from = { address: request.ip, device: await knownDevice(request, services) }
      return signedIn(request, reply, services, await login(services, request.body, from))
    },
  )
}

/** Routes by which members list and end their sessions, and confirm their identity. */
export const ownSessionRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/auth/reauthenticate',
    answeringNothing('Show again that it is me', {
      body: Reauthentication,
      byToken: 'never',
      problems: ['wrong_password', 'sign_in_again', 'reauthentication_required', 'too_many_attempts'],
    }),
    async (request, reply) => noContent(reply, reauthenticate(services, request.scope, request.body)),
  )

  app.get('/sessions', answering('My sessions', Sessions, { querystring: Page, byToken: 'never' }), async (request) =>
    listSessions(services, request.scope, request.query),
  )

  app.delete(
    '/sessions/:id',
    answeringNothing('End a session of mine', { params: z.object({ id: uuid }), byToken: 'never' }),
    async (request, reply) => noContent(reply, endSession(services, request.scope, request.params.id)),
  )

  app.delete(
    '/sessions',
    answeringNothing('End all sessions of mine but this one', { byToken: 'never' }),
    async (request, reply) => noContent(reply, endOtherSessions(services, request.scope)),
  )
}
