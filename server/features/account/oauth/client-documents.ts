import type { KoaContextWithOIDC } from 'oidc-provider'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { call } from '#server/providers/call.ts'
import { isAllowed } from '#server/providers/webhook-receiver.ts'
import type { Services } from '#server/services.ts'
import * as grants from './sql.ts'

const maxBytes = 10 * 1_024 // bytes: about ten times what programs publish

/**
 * The requests for which we have fetched a description. After a failure, the library tries to fetch again in the same
 * request, for its error message. We refuse this second fetch.
 */
const requestsWithFetch = new WeakSet<object>()

/**
 * Returns whether this IP address may cause another fetch. Without a limit, we could be used to flood other servers.
 */
export async function mayFetchClient({ attempts }: Services, { ip, req }: KoaContextWithOIDC): Promise<boolean> {
  if (requestsWithFetch.has(req)) return false
  requestsWithFetch.add(req)
  try {
    await attempts.fetchClient(ip)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Returns whether the failure is temporary. The stored description is used until the host answers again. */
const isTemporary = ({ reason }: ProviderFailure) => reason === 'unavailable' || reason === 'rate_limited'

/**
 * Fetches the description that a program publishes at its client id. The restrictions are those of every address that a
 * stranger chooses: public addresses by HTTPS, unless the operator allowed others, without redirects (`call.ts`).
 * While the host is unavailable, returns the description from the last time when a member allowed the program.
 */
export async function fetchClient({ config, database }: Services, address: string): Promise<Response> {
  const url = new URL(address)
  const guarded = !isAllowed(url, config.providers.programOrigins)
  try {
    const { status, headers, body } = await call('MCP', url, { guarded, largest: maxBytes })
    const cached = headers['cache-control']
    return Response.json(withNativeType(body), { status, headers: cached ? { 'cache-control': cached } : {} })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const stored = isTemporary(error)
      ? await withEveryTeamTransaction(database, (db) => grants.selectClient(db, address))
      : undefined
    return stored ? Response.json(stored) : new Response(null, { status: 502 })
  }
}

/** Marks a program as native: the library accepts plain HTTP and any port on the member's computer (RFC 8252, 7.3). */
const withNativeType = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, application_type: 'native' } : body
