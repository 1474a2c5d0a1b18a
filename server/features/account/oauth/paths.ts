import type { Config } from '#server/config/config.ts'

/** The paths of the authorization server below the address of the deployment. */
export const routes = {
  authorization: '/oauth/authorize',
  jwks: '/oauth/jwks',
  metadata: '/.well-known/oauth-authorization-server',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  token: '/oauth/token',
} as const

/** The cookie that binds a request to the browser in which it began. */
export const cookie = 'asakai_oauth'

const screen = '/allow'

/** Returns the address of the screen on which the member answers a request. */
export const consentPath = ({ publicUrl }: Pick<Config, 'publicUrl'>, request: string): string =>
  `${publicUrl}${screen}?request=${encodeURIComponent(request)}`

/** Returns the address of the screen that explains an error. Use it if redirecting to the program is unsafe. */
export const errorPage = ({ publicUrl }: Pick<Config, 'publicUrl'>, error: string): string =>
  `${publicUrl}${screen}?error=${encodeURIComponent(error)}`
