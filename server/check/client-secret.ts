import { ProviderFailure } from '#server/errors.ts'
import { identityOf, newPending, type OpenIdClient } from '#server/providers/openid/openid.ts'
import { type Finding, off, ok, wrong } from './check.ts'

/**
 * The errors of a provider that rejects the client id or secret (RFC 6749, 5.2). Some providers send only the status
 * 401.
 */
const unknownClient: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client', 401])

/**
 * Sends the client's secret with an invalid code. If the provider rejects the client, tries the other method of client
 * authentication, too. A provider that knows the client rejects only the code (`invalid_grant`).
 */
export async function tryClientSecret(client: OpenIdClient, redirectUri: string): Promise<Finding> {
  const { name } = client
  try {
    await identityOf(client, { code: 'asakai-check', redirectUri, pending: newPending() })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { cause } = error
    if (cause === 'invalid_grant') return ok(`${name} knows the client and its secret.`)
    if (unknownClient.has(cause))
      return wrong(
        `${name} rejects the secret (${String(cause)}). Compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET with the client’s settings there.`,
      )
    if (cause === 'redirect_uri_mismatch')
      return wrong(`${name} does not know the redirect URI ${redirectUri}. Add it to the client’s settings there.`)
    return off(`${name} does not reveal whether the secret is right (${String(cause)}). Sign in once to find out.`)
  }
  return off(`${name} accepted a code that it had not issued. Check its settings.`)
}
