import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientHeader } from '#contract/event-names.ts'
import { clientId } from '#contract/events.ts'
import { limits } from '#contract/limits.ts'
import { type Claims, readAccessToken } from '#server/access/tokens/access-token.ts'
import { readGrantToken } from '#server/access/tokens/grant-token.ts'
import { deriveKey } from '#server/access/keys/keys.ts'
import {
  endOfToken,
  authenticateSession,
  authenticateToken,
  membership,
  ownerOfToken,
  type ProgramToken,
  writing,
} from '#server/access/membership.ts'
import { readPersonalToken } from '#server/access/tokens/personal-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { limitCalls } from './call-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by `requireSession` after the body was read. */
    scope: Scope
    claims: Claims | ProgramToken
  }
}

type AskMembership = (claims: Claims, visit: { now: Date; userAgent: string }) => Promise<Scope | undefined>

declare module 'fastify' {
  interface FastifySchema {
    /** `never`: tokens may not call this route. `read`: the scope `read` is enough, even if the method writes. */
    byToken?: 'never' | 'read'
    /** Whether programs may call this route by OAuth. The route is then the resource of their access tokens. */
    byGrant?: boolean
  }
}

/**
 * Requires a live session or access token for all routes of this instance. Other callers get 401.
 * @param ask looks up the membership; by default with one query per request
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
  // Checked after the body has arrived, because the session may end during the upload.
  app.addHook('preValidation', async (request) => {
    request.scope = await scopeOf(request.claims, request, services, ask)
  })
}

/**
 * Returns the caller of a public route, or undefined without a bearer token.
 * @throws AppError if the token belongs to no live session
 */
export async function callerOf(request: FastifyRequest, services: Services): Promise<Scope | undefined> {
  if (request.headers.authorization === undefined) return undefined
  const scope = await scopeOf(await claimsOf(request, services), request, services)
  if (scope.tokenScopes) throw new AppError('session_needed')
  return scope
}

async function claimsOf(
  { headers, routeOptions }: FastifyRequest,
  { config, now }: Services,
): Promise<Claims | ProgramToken> {
  const token = /^Bearer (\S+)$/iu.exec(headers.authorization ?? '')?.[1]
  const claims =
    token &&
    (readPersonalToken(token) ??
      (await readAccessToken(deriveKey(config.secretKey, 'access token'), token, now())) ??
      (routeOptions.schema?.byGrant ? await readGrantToken(config, token, now()) : undefined))
  if (!claims) throw new AppError('not_signed_in')
  return claims
}

async function scopeOf(
  claims: Claims | ProgramToken,
  request: FastifyRequest,
  services: Services,
  ask: AskMembership = (...of) => authenticateSession(services.database, ...of),
): Promise<Scope> {
  const { method, headers } = request
  const reads = method === 'GET' || method === 'HEAD' // safe methods (RFC 9110, 9.2.1)
  if (isOfProgram(claims)) return scopeOfToken(claims, request, services, reads)
  const scope = await ask(claims, { now: services.now(), userAgent: headers['user-agent'] ?? '' })
  if (!scope) throw new AppError('session_ended')
  if (reads) return scope
  const client = clientId.safeParse(headers[clientHeader])
  return writing(client.success ? { ...scope, clientId: client.data } : scope)
}

const isOfProgram = (claims: Claims | ProgramToken): claims is ProgramToken => 'id' in claims

/**
 * Returns the caller before the body is read. Counts no call and records no activity: the check after the body does
 * that.
 * @throws AppError session_ended, token_ended, sign_in_expired
 */
export async function liveCaller(
  claims: Claims | ProgramToken,
  { database, now }: Services,
): Promise<Pick<Scope, 'teamId' | 'userId'>> {
  const isToken = isOfProgram(claims)
  const caller = await (isToken ? ownerOfToken(database, claims, now()) : membership(database, claims))
  if (!caller) throw new AppError(isToken ? await endOfToken(database, claims) : 'session_ended')
  return caller
}

/** @throws AppError token_ended, sign_in_expired, too_many_calls, session_needed, scope_missing */
async function scopeOfToken(
  token: ProgramToken,
  { routeOptions: { schema } }: FastifyRequest,
  services: Services,
  reads: boolean,
): Promise<Scope> {
  const { database, now } = services
  const asked = await authenticateToken(database, token, now())
  if (!asked) throw new AppError(await endOfToken(database, token))
  const { scope, calls, hourEnds } = asked
  limitCalls(services, 'token-calls', { caller: scope, calls, max: limits.tokenCalls, periodEnds: hourEnds })
  if (schema?.byToken === 'never') throw new AppError('session_needed')
  if (!scope.tokenScopes?.includes(reads || schema?.byToken === 'read' ? 'read' : 'write'))
    throw new AppError('scope_missing')
  return reads ? scope : writing(scope)
}
