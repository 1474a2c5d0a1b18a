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

/** The cookie that tells the library which request continues. It never reaches a browser. */
export const resumeCookie = 'request'

const screen = '/allow'

/** Returns the address of the screen on which the member answers a request. */
export const consentPath = ({ publicUrl }: Pick<Config, 'publicUrl'>, request: string): string =>
  `${publicUrl}${screen}?request=${encodeURIComponent(request)}`

/** Returns the request whose screen has this address, or undefined. */
export const requestIn = (config: Pick<Config, 'publicUrl'>, address: string): string | undefined =>
  address.startsWith(consentPath(config, '')) ? (new URL(address).searchParams.get('request') ?? undefined) : undefined

/** Returns the address of the screen that explains an error. Use it if redirecting to the program is unsafe. */
export const errorPage = ({ publicUrl }: Pick<Config, 'publicUrl'>, error: string): string =>
  `${publicUrl}${screen}?error=${encodeURIComponent(error)}`
