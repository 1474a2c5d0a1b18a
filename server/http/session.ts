import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientHeader } from '#contract/event-names.ts'
import { clientId } from '#contract/events.ts'
import { limits } from '#contract/limits.ts'
import { type Claims, readAccessToken } from '#server/access/access-token.ts'
import { deriveKey } from '#server/access/keys.ts'
import { memberOfSession, memberOfToken, writing } from '#server/access/membership.ts'
import { readPersonalToken } from '#server/access/personal-token.ts'
import type { RecordToken } from '#server/access/record-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request this is; set where `requireSession` stands before the route, when its body has been read. */
    scope: Scope
    claims: Claims | RecordToken
  }
}

type AskMembership = (claims: Claims, visit: { now: Date; userAgent: string }) => Promise<Scope | undefined>

declare module 'fastify' {
  interface FastifySchema {
    /** Where a token may not make the call at all, or reading suffices though the method says otherwise. */
    byToken?: 'never' | 'read'
  }
}

/**
 * Everything registered on this instance is for members with a live session, or a token of theirs. Any other caller gets 401.
 * @param ask how the database is asked for it, where that is not for each request by itself
 */
export function requireSession(app: FastifyInstance, services: Services, ask?: AskMembership) {
  app.decorateRequest('claims', undefined as unknown as Claims)
  app.decorateRequest('scope', undefined as unknown as Scope)
  app.addHook('onRoute', ({ schema }) => {
    if (schema) schema.security = schema.byToken === 'never' ? [{ bearer: [] }] : [{ bearer: [] }, { token: [] }]
  })
  app.addHook('onRequest', async (request) => {
    request.claims = await claimsOf(request, services)
  })
  // Once the body is here: the session may have ended while it came.
  app.addHook('preValidation', async (request) => {
    request.scope = await scopeOf(request.claims, request, services, ask)
  })
}

/** The caller of what a visitor may call too: undefined without a bearer token. @throws AppError where it is no live session's */
export async function callerOf(request: FastifyRequest, services: Services): Promise<Scope | undefined> {
  if (request.headers.authorization === undefined) return undefined
  const scope = await scopeOf(await claimsOf(request, services), request, services)
  if (scope.tokenScopes) throw new AppError('session_needed')
  return scope
}

async function claimsOf({ headers }: FastifyRequest, { config, now }: Services): Promise<Claims | RecordToken> {
  const token = /^Bearer (\S+)$/iu.exec(headers.authorization ?? '')?.[1]
  const claims =
    token &&
    (readPersonalToken(token) ?? (await readAccessToken(deriveKey(config.secretKey, 'access token'), token, now())))
  if (!claims) throw new AppError('not_signed_in')
  return claims
}

async function scopeOf(
  claims: Claims | RecordToken,
  request: FastifyRequest,
  services: Services,
  ask: AskMembership = (...of) => memberOfSession(services.database, ...of),
): Promise<Scope> {
  const { method, headers } = request
  const reads = method === 'GET' || method === 'HEAD' // RFC 9110, 9.2.1
  if ('secret' in claims) return scopeOfToken(claims, request, services, reads)
  const scope = await ask(claims, { now: services.now(), userAgent: headers['user-agent'] ?? '' })
  if (!scope) throw new AppError('session_ended')
  if (reads) return scope
  const client = clientId.safeParse(headers[clientHeader])
  return writing(client.success ? { ...scope, clientId: client.data } : scope)
}

/** @throws AppError token_ended, too_many_calls, session_needed, scope_missing */
async function scopeOfToken(
  token: RecordToken,
  { routeOptions: { schema } }: FastifyRequest,
  { database, logEvent, metrics, now }: Services,
  reads: boolean,
): Promise<Scope> {
  const asked = await memberOfToken(database, token, now())
  if (!asked) throw new AppError('token_ended')
  const { scope, calls, hourEnds } = asked
  if (calls > limits.tokenCalls) {
    const limit = 'token-calls'
    metrics.refusals.inc({ limit })
    if (calls === limits.tokenCalls + 1) logEvent('limit_refused', scope, { limit }) // once an hour, however often it asks
    throw new AppError('too_many_calls', { retryAfter: Math.ceil((hourEnds.getTime() - now().getTime()) / 1_000) })
  }
  if (schema?.byToken === 'never') throw new AppError('session_needed')
  if (!scope.tokenScopes?.includes(reads || schema?.byToken === 'read' ? 'read' : 'write'))
    throw new AppError('scope_missing')
  return reads ? scope : writing(scope)
}
