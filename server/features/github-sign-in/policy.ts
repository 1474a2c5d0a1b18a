type Grant = { access_token: string; scopes: string[] }

/** A sign-in asks for less than connecting: it must not take away what was granted then. */
export function widest(earlier: Grant | undefined, given: Grant): Grant {
  return earlier?.scopes.some((scope) => !given.scopes.includes(scope)) ? earlier : given
}
