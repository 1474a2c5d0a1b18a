import type { KoaContextWithOIDC } from 'oidc-provider'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { call } from '#server/providers/call.ts'
import { isAllowed } from '#server/providers/webhook-receiver.ts'
import type { Services } from '#server/services.ts'

const largest = 10 * 1_024 // bytes: about ten times what programs publish

/** Returns whether the caller may still make us fetch descriptions: we must not be a tool to call others often. */
export async function mayFetchClient({ attempts }: Services, { ip }: KoaContextWithOIDC): Promise<boolean> {
  try {
    await attempts.fetchClient(ip)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Fetches the description that a program publishes at its client id. Restricted like every address that strangers choose:
 * public addresses by HTTPS, unless the operator named them, without redirects (`call.ts`).
 */
export async function fetchClient({ config }: Services, address: string): Promise<Response> {
  const url = new URL(address)
  const guarded = !isAllowed(url, config.providers.programOrigins)
  try {
    const { status, headers, body } = await call('MCP', url, { guarded, largest })
    const cached = headers['cache-control']
    return Response.json(asNative(body), { status, headers: cached ? { 'cache-control': cached } : {} })
  } catch (error) {
    if (error instanceof ProviderFailure) return new Response(null, { status: 502 })
    throw error
  }
}

/** The library lets only native programs use any port of their own computer (RFC 8252, 7.3), and no other plain HTTP. */
const asNative = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, application_type: 'native' } : body
