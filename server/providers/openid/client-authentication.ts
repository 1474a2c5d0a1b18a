import * as openid from 'openid-client'

/** The two methods to send a client secret (OpenID Connect Core 1.0, 9). */
export type Method = 'client_secret_basic' | 'client_secret_post'

/** A client's secret, and the method that last succeeded. */
export type Shown = { secret: string; worked?: Method }

/**
 * Returns the first method to try, from the discovery document. Prefers `client_secret_post`, because most clients are
 * registered for it. If the document lists no methods, the default is `client_secret_basic` (OpenID Connect Discovery
 * 1.0, 3).
 */
export const offeredMethod = (offered: unknown): Method =>
  Array.isArray(offered) && offered.includes('client_secret_post') ? 'client_secret_post' : 'client_secret_basic'

const withMethod = {
  client_secret_basic: openid.ClientSecretBasic,
  client_secret_post: openid.ClientSecretPost,
}
const other = { client_secret_basic: 'client_secret_post', client_secret_post: 'client_secret_basic' } as const

/** Sends the secret by the method that succeeded, or else by the offered one. */
export const authenticateClient =
  (shown: Shown): openid.ClientAuth =>
  (server, client, body, headers) => {
    const method = shown.worked ?? offeredMethod(server.token_endpoint_auth_methods_supported)
    withMethod[method](shown.secret)(server, client, body, headers)
  }

/**
 * Runs `grant`. If the provider rejects the client, retries once with the other method. Remembers which method
 * succeeded.
 */
export async function tryBothMethods<T>(
  shown: Shown,
  { token_endpoint_auth_methods_supported: offered }: openid.ServerMetadata,
  grant: () => Promise<T>,
): Promise<T> {
  const tried = shown.worked ?? offeredMethod(offered)
  try {
    return await grant()
  } catch (error) {
    if (!isUnknownClient(error)) throw error
    shown.worked = other[tried]
  }
  try {
    return await grant()
  } catch (error) {
    if (isUnknownClient(error)) shown.worked = tried
    throw error
  }
}

/**
 * Returns whether the provider rejected the client: `invalid_client` (RFC 6749, 5.2), Keycloak's variant, or 401
 * without a code.
 */
function isUnknownClient(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError)
    return error.error === 'invalid_client' || (error.error === 'unauthorized_client' && error.status === 401)
  if (error instanceof openid.WWWAuthenticateChallengeError) return true
  return error instanceof openid.ClientError && error.cause instanceof Response && error.cause.status === 401
}
