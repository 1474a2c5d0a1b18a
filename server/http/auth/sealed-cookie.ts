import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInProvider, TabProvider } from '#contract/providers.ts'
import { seal, unseal } from '#server/access/keys/sealed.ts'
import { basePath } from '#server/config/config.ts'
import type { Services } from '#server/services.ts'

type Name = SignInProvider | TabProvider | 'passkey' | 'ticket' | 'onboarding' | 'device' | 'sign-up'
type Parts = Pick<Services, 'config' | 'keyring' | 'now'>

/**
 * Returns the name and options of a cookie. Over HTTPS, the name gets a prefix. Browsers accept a cookie with this
 * prefix only from this host over HTTPS. `__Host-` also excludes sibling domains, but requires the path / (RFC 6265bis,
 * 4.1.3).
 * @param path where the cookie is sent if it cannot have the path /, below the path of the deployment
 */
export function cookieOf(
  { config }: Pick<Parts, 'config'>,
  name: Name | 'oauth',
  path = '/api',
): { name: string; options: CookieSerializeOptions } {
  const base = basePath(config)
  const secure = config.publicUrl.startsWith('https:')
  const isHosts = secure && base === ''
  const prefix = isHosts ? '__Host-' : secure ? '__Secure-' : ''
  return {
    name: `${prefix}asakai_${name}`,
    options: { path: isHosts ? '/' : base + path, httpOnly: true, sameSite: 'lax', secure },
  }
}

/**
 * Stores a value in a cookie of this browser. Scripts cannot read the cookie, and only this server can decrypt or
 * change the value. The browser sends the cookie with requests of our own pages, and when somebody follows a link from
 * another site.
 * @param life seconds
 */
export async function setSealedCookie(
  reply: FastifyReply,
  services: Parts,
  name: Name,
  value: unknown,
  life: number,
): Promise<void> {
  const cookie = cookieOf(services, name)
  const until = new Date(services.now().getTime() + life * 1_000)
  const sealed = await seal(services.keyring, `cookie:${name}`, value, until)
  reply.setCookie(cookie.name, sealed, { ...cookie.options, maxAge: life })
}

/** Returns the value stored by `setSealedCookie`, or undefined if it is missing or has expired. */
export async function sealedCookie(request: FastifyRequest, services: Parts, name: Name): Promise<unknown> {
  const sealed = request.cookies[cookieOf(services, name).name]
  if (!sealed) return undefined
  try {
    return await unseal(services.keyring, `cookie:${name}`, sealed, services.now())
  } catch {
    return undefined // expired or forged
  }
}

export function clearCookie(reply: FastifyReply, services: Parts, name: Name) {
  const cookie = cookieOf(services, name)
  reply.clearCookie(cookie.name, cookie.options)
}
