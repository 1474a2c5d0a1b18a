type Grant = { access_token: string; scopes: string[] }

/** Returns the wider grant. A sign-in asks for less than connecting and must not narrow the grant. */
export function widest(earlier: Grant | undefined, given: Grant): Grant {
  return earlier?.scopes.some((scope) => !given.scopes.includes(scope)) ? earlier : given
}
