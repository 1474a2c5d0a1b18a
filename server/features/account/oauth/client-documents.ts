import type { KoaContextWithOIDC } from 'oidc-provider'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { call } from '#server/providers/call.ts'
import { isAllowed } from '#server/providers/webhook-receiver.ts'
import type { Services } from '#server/services.ts'
import * as grants from './sql.ts'

const largest = 10 * 1_024 // bytes: about ten times what programs publish

/** The requests for which we have fetched a description. The library would try a second time to describe a failure. */
const fetched = new WeakSet<object>()

/** Returns whether the caller may still make us fetch descriptions: we must not be a tool to call others often. */
export async function mayFetchClient({ attempts }: Services, { ip, req }: KoaContextWithOIDC): Promise<boolean> {
  if (fetched.has(req)) return false
  fetched.add(req)
  try {
    await attempts.fetchClient(ip)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The failures of a host that does not answer as usual. The description may be the one from before. */
const isAway = ({ reason }: ProviderFailure) => reason === 'unavailable' || reason === 'rate_limited'

/**
 * Fetches the description that a program publishes at its client id. Restricted like every address that strangers choose:
 * public addresses by HTTPS, unless the operator named them, without redirects (`call.ts`). While its host is away, a
 * program that a member allowed something goes on with the description from then.
 */
export async function fetchClient({ config, database }: Services, address: string): Promise<Response> {
  const url = new URL(address)
  const guarded = !isAllowed(url, config.providers.programOrigins)
  try {
    const { status, headers, body } = await call('MCP', url, { guarded, largest })
    const cached = headers['cache-control']
    return Response.json(asNative(body), { status, headers: cached ? { 'cache-control': cached } : {} })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const stored = isAway(error)
      ? await withEveryTeamTransaction(database, (db) => grants.selectClient(db, address))
      : undefined
    return stored ? Response.json(stored) : new Response(null, { status: 502 })
  }
}

/** The library lets only native programs use any port of their own computer (RFC 8252, 7.3), and no other plain HTTP. */
const asNative = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, application_type: 'native' } : body
