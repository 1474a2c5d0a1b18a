import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInProvider, TabProvider } from '#contract/providers.ts'
import { seal, unseal } from '#server/access/sealed.ts'
import { basePath } from '#server/config.ts'
import type { Services } from '#server/services.ts'

type Name = SignInProvider | TabProvider | 'passkey' | 'ticket' | 'onboarding' | 'device' | 'sign-up'
type Parts = Pick<Services, 'config' | 'keyring' | 'now'>

/**
 * Every cookie of ours. Over https its name begins so that a browser takes it from nobody but this host over https, and with
 * `__Host-` not from a neighbour in its domain either, which asks for the path / (RFC 6265bis, 4.1.3).
 */
function cookieOf({ config }: Parts, name: Name): { name: string; options: CookieSerializeOptions } {
  const base = basePath(config)
  const secure = config.publicUrl.startsWith('https:')
  const isHosts = secure && base === ''
  const prefix = isHosts ? '__Host-' : secure ? '__Secure-' : ''
  return {
    name: `${prefix}asakai_${name}`,
    options: { path: isHosts ? '/' : `${base}/api`, httpOnly: true, sameSite: 'lax', secure },
  }
}

/**
 * Keeps a value in this browser for a while, where no script and nobody but this server can read or change it. It comes
 * back with what this site's own pages ask, and when another site leads here.
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

/** What `setSealedCookie` has kept here; undefined where it has not, or no longer. */
export async function sealedCookie(request: FastifyRequest, services: Parts, name: Name): Promise<unknown> {
  const sealed = request.cookies[cookieOf(services, name).name]
  if (!sealed) return undefined
  try {
    return await unseal(services.keyring, `cookie:${name}`, sealed, services.now())
  } catch {
    return undefined // has expired, or never was one of ours
  }
}

export function clearCookie(reply: FastifyReply, services: Parts, name: Name) {
  const cookie = cookieOf(services, name)
  reply.clearCookie(cookie.name, cookie.options)
}
