type Grant = { access_token: string; scopes: string[] }

/**
 * Returns the grant with more scopes. A sign-in requests fewer scopes than a connection, and must not reduce the stored
 * grant.
 */
export function widest(earlier: Grant | undefined, given: Grant): Grant {
  return earlier?.scopes.some((scope) => !given.scopes.includes(scope)) ? earlier : given
}
