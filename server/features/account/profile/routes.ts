import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Page, uuid } from '#contract/fields.ts'
import { Me, ProfileAndSettings, ProfileChange, SettingsChange, User } from '#contract/users.ts'
import { answering } from '#server/http/responses/answering.ts'
import { senderOf } from '#server/http/auth/sender.ts'
import type { Services } from '#server/services.ts'
import { changeProfile, changeSettings, listUsers, readMe, readUser } from './operations.ts'

const ofProfile = [
  'reauthentication_required',
  'session_needed',
  'wrong_password',
  'email_domain_refused',
  'changed_elsewhere',
  'email_taken',
  'too_many_emails',
] as const

export const profileRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/users', answering('The members of my team', z.array(User), { querystring: Page }), async (request) =>
    listUsers(services, request.scope, request.query),
  )

  app.get('/users/me', answering('Me', Me), async (request) => readMe(services, request.scope))

  app.put(
    '/users/me',
    answering('Change my profile and settings', Me, {
      body: ProfileAndSettings,
      problems: ofProfile,
    }),
    async (request) => changeProfile(services, request.scope, request.body, senderOf(request)),
  )

  app.patch(
    '/users/me/profile',
    answering('Change my profile', Me, {
      body: ProfileChange,
      problems: [...ofProfile, 'too_many_attempts'],
    }),
    async (request) => changeProfile(services, request.scope, request.body, senderOf(request)),
  )

  app.patch(
    '/users/me/settings',
    answering('Change parts of my settings', Me, { body: SettingsChange }),
    async (request) => changeSettings(services, request.scope, request.body),
  )

  app.get('/users/:id', answering('A member', User, { params: z.object({ id: uuid }) }), async (request) =>
    readUser(services, request.scope, request.params.id),
  )
}
