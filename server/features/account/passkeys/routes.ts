import { uuid } from '#contract/fields.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Passkey, PasskeyDraft, PasskeyLogin, PasskeyName, PasskeyOptions, Passkeys } from '#contract/passkeys.ts'
import { Tokens } from '#contract/sessions.ts'
import { challengeIn } from '#server/access/webauthn.ts'
import { refuseWhereOidcOnly } from '#server/config/providers.ts'
import { AppError } from '#server/errors.ts'
import { answering, creating, answeringNothing } from '#server/http/responses/answering.ts'
import { begin, end } from '#server/http/auth/oauth-state.ts'
import { knownDevice, signedIn } from '#server/http/auth/known-device.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import {
  addPasskey,
  listPasskeys,
  namePasskey,
  preparePasskey,
  prepareSignIn,
  removePasskey,
  signInByPasskey,
} from './operations.ts'

const params = z.object({ id: uuid })
type Answer = { response: { clientDataJSON: string } }

/**
 * Returns the challenge that this browser was given. A challenge can be used once.
 * @param by the member who adds the passkey; undefined for a sign-in
 * @throws AppError sign_in_refused
 */
async function challengeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { credential, by }: { credential: Answer; by: string | undefined },
): Promise<string> {
  const flow = { name: 'passkey', state: challengeIn(credential) } as const
  const { state, by: begunBy } = await end<string | undefined>(request, reply, services, flow)
  if (begunBy !== by) throw new AppError('sign_in_refused')
  return state
}

/** Routes by which members manage their passkeys. Programs cannot call them. */
export const passkeyRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.addHook('preHandler', async () => refuseWhereOidcOnly(services))

  app.get(
    '/passkeys',
    answering('My passkeys', Passkeys, { byToken: 'never', problems: ['company_sign_in_only'] }),
    async (request) => listPasskeys(services, request.scope),
  )

  app.post(
    '/passkeys/options',
    answering('The options with which a browser creates a passkey', PasskeyOptions, {
      byToken: 'never',
      problems: ['company_sign_in_only', 'reauthentication_required', 'sign_in_again', 'too_many_passkeys'],
    }),
    async (request, reply) => {
      const begins = async () => (await begin(reply, services, 'passkey', { by: request.scope.userId })).state
      return preparePasskey(services, request.scope, begins)
    },
  )

  app.post(
    '/passkeys',
    creating('Add a passkey that this browser has made', Passkey, {
      body: PasskeyDraft,
      byToken: 'never',
      problems: ['company_sign_in_only', 'sign_in_refused', 'passkey_refused', 'passkey_exists', 'too_many_passkeys'],
    }),
    async (request, reply) => {
      const { body, headers, scope } = request
      const flow = { credential: body.credential, by: scope.userId }
      const challenge = await challengeOf(request, reply, services, flow)
      reply.code(201)
      return addPasskey(services, scope, body, { challenge, userAgent: headers['user-agent'] ?? '' })
    },
  )

  app.patch(
    '/passkeys/:id',
    answeringNothing('Name a passkey of mine', {
      params,
      body: PasskeyName,
      byToken: 'never',
      problems: ['company_sign_in_only'],
    }),
    async (request, reply) => noContent(reply, namePasskey(services, request.scope, request.params.id, request.body)),
  )

  app.delete(
    '/passkeys/:id',
    answeringNothing('Remove a passkey of mine', {
      params,
      byToken: 'never',
      problems: ['company_sign_in_only', 'reauthentication_required', 'sign_in_again', 'last_way_in'],
    }),
    async (request, reply) => noContent(reply, removePasskey(services, request.scope, request.params.id)),
  )
}

/** Routes by which visitors sign in with a passkey. */
export const passkeySignInRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.addHook('preHandler', async () => refuseWhereOidcOnly(services))

  app.post(
    '/auth/passkey/options',
    answering('The options with which a browser requests a passkey', PasskeyOptions, {
      problems: ['company_sign_in_only'],
    }),
    async (_request, reply) =>
      prepareSignIn(services, (await begin(reply, services, 'passkey', { by: undefined })).state),
  )

  app.post(
    '/auth/passkey',
    answering('Sign in with a passkey', Tokens, {
      body: PasskeyLogin,
      problems: [
        'company_sign_in_only',
        'sign_in_refused',
        'passkey_unknown',
        'passkey_refused',
        'account_inactive',
        'sign_in_expired',
        'too_many_attempts',
      ],
    }),
    async (request, reply) => {
      const { body, ip: address } = request
      const flow = { credential: body.credential, by: undefined }
      const challenge = await challengeOf(request, reply, services, flow)
      const device = await knownDevice(request, services)
      const tokens = await signInByPasskey(services, body, { challenge, address, device })
      return signedIn(request, reply, services, tokens)
    },
  )
}
