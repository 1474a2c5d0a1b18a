import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Page } from '#contract/fields.ts'
import { Me, ProfileAndSettings, ProfileChange, SettingsChange, User } from '#contract/users.ts'
import { answering } from '#server/http/answering.ts'
import { senderOf } from '#server/http/sender.ts'
import type { Services } from '#server/services.ts'
import { changeProfile, changeSettings, listUsers, readMe, readUser } from './operations.ts'

export const userRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/users',
    { schema: { summary: 'The members of my team', querystring: Page, response: { 200: z.array(User) } } },
    async (request) => listUsers(services, request.scope, request.query),
  )

  app.get('/users/me', answering('Me', Me), async (request) => readMe(services, request.scope))

  app.put(
    '/users/me',
    { schema: { summary: 'Change my profile and settings', body: ProfileAndSettings, response: { 200: Me } } },
    async (request) => changeProfile(services, request.scope, request.body, senderOf(request)),
  )

  app.patch(
    '/users/me/profile',
    { schema: { summary: 'Change my profile', body: ProfileChange, response: { 200: Me } } },
    async (request) => changeProfile(services, request.scope, request.body, senderOf(request)),
  )

  app.patch(
    '/users/me/settings',
    { schema: { summary: 'Change parts of my settings', body: SettingsChange, response: { 200: Me } } },
    async (request) => changeSettings(services, request.scope, request.body),
  )

  app.get(
    '/users/:id',
    { schema: { summary: 'A member', params: z.object({ id: z.uuid() }), response: { 200: User } } },
    async (request) => readUser(services, request.scope, request.params.id),
  )
}
