import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Claims, readAccessToken } from '#server/access/access-token.ts'
import { deriveKey } from '#server/access/keys.ts'
import { beginAsMember } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request this is; set where `requireSession` stands before the route, when its body has been read. */
    scope: Scope
    claims: Claims
  }
}

type Asked = { reads: boolean; now: Date; userAgent: string }
type AskMembership = (claims: Claims, of: Asked) => Promise<Scope | undefined>

/**
 * Everything registered on this instance is for members with a live session. Any other caller gets 401.
 * @param ask how the database is asked for it, where that is not for each request by itself
 */
export function requireSession(app: FastifyInstance, services: Services, ask?: AskMembership) {
  app.decorateRequest('claims', undefined as unknown as Claims)
  app.decorateRequest('scope', undefined as unknown as Scope)
  app.addHook('onRoute', ({ schema }) => {
    if (schema) schema.security = [{ bearer: [] }]
  })
  app.addHook('onRequest', async (request) => {
    request.claims = await claimsOf(request, services)
  })
  // Not before the body is here: the transaction begins that its work goes on in.
  app.addHook('preValidation', async (request) => {
    request.scope = await scopeOf(request.claims, request, services, ask)
  })
}

/** The caller of what a visitor may call too: undefined without a bearer token. @throws AppError where it is no live one */
export const callerOf = async (request: FastifyRequest, services: Services): Promise<Scope | undefined> =>
  request.headers.authorization === undefined
    ? undefined
    : scopeOf(await claimsOf(request, services), request, services)

async function claimsOf({ headers }: FastifyRequest, { config, now }: Services): Promise<Claims> {
  const token = /^Bearer (\S+)$/iu.exec(headers.authorization ?? '')?.[1]
  const claims = token && (await readAccessToken(deriveKey(config.secretKey, 'access token'), token, now()))
  if (!claims) throw new AppError('not_signed_in')
  return claims
}

async function scopeOf(
  claims: Claims,
  { method, headers }: FastifyRequest,
  { database, now }: Services,
  ask: AskMembership = (...of) => beginAsMember(database, ...of),
): Promise<Scope> {
  const reads = method === 'GET' || method === 'HEAD' // RFC 9110, 9.2.1
  const scope = await ask(claims, { reads, now: now(), userAgent: headers['user-agent'] ?? '' })
  if (!scope) throw new AppError('session_ended')
  return scope
}
