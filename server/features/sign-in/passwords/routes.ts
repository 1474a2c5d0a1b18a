import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { MailedToken } from '#contract/sessions.ts'
import { PasswordChange, PasswordReset, PasswordResetRequest } from '#contract/passwords.ts'
import { answeringNothing } from '#server/http/responses/answering.ts'
import { knownDevice, rememberDevice } from '#server/http/auth/known-device.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import { boundLines } from '#server/process/bound-lines.ts'
import type { Services } from '#server/services.ts'
import { allowReset, changePassword, checkPasswordReset, requestPasswordReset, resetPassword } from './operations.ts'

export const passwordRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.patch(
    '/users/me/password',
    answeringNothing('Change my password', {
      body: PasswordChange,
      byToken: 'never',
      problems: [
        'company_sign_in_only',
        'password_common',
        'reauthentication_required',
        'sign_in_again',
        'wrong_password',
        'too_many_attempts',
      ],
    }),
    async (request, reply) => {
      await changePassword(services, request.scope, request.body)
      await rememberDevice(request, reply, services, request.scope)
      return reply.code(204).send(null)
    },
  )
}

export const passwordResetRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const boundFailures = boundLines(1)
  app.post(
    '/auth/password-reset',
    answeringNothing('Ask for a link', {
      body: PasswordResetRequest,
      problems: ['company_sign_in_only', 'too_many_attempts'],
    }),
    async (request, reply) => {
      const { ip: address, body } = request
      const device = await allowReset(services, body.email, { address, device: await knownDevice(request, services) })
      await reply.code(204).send(null)
      // Sends the email after the answer: the time of the answer must not reveal whether there is an account.
      const from = { language: languageFrom(request), address, device }
      await requestPasswordReset(services, body.email, from).catch((error: unknown) =>
        boundFailures('', (count) =>
          request.log.error({ err: error, ...(count && { count }) }, 'a password reset could not be prepared'),
        ),
      )
    },
  )

  app.post(
    '/auth/password-reset/check',
    answeringNothing('Whether a link still sets a password', {
      body: MailedToken,
      problems: ['company_sign_in_only', 'link_invalid'],
    }),
    async (request, reply) => noContent(reply, checkPasswordReset(services, request.body.token)),
  )

  app.put(
    '/auth/password-reset',
    answeringNothing('Set a password by a link', {
      body: PasswordReset,
      problems: ['company_sign_in_only', 'link_invalid', 'password_common'],
    }),
    async (request, reply) => noContent(reply, resetPassword(services, request.body, request.ip)),
  )
}
