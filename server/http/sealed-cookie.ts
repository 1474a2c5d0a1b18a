import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Keyring, seal, unseal } from '#server/access/sealed.ts'

type Name = 'google' | 'github' | 'slack' | 'microsoft' | 'apple' | 'ticket' | 'onboarding'

/**
 * Keeps a value in this browser for a while, where no script and nobody but this server can read or change it. It comes
 * back with what this site's own pages ask, and when another site leads here.
 * @param life seconds
 */
export function setSealedCookie(
  reply: FastifyReply,
  { keyring, now }: { keyring: Keyring; now: Date },
  name: Name,
  value: unknown,
  life: number,
) {
  const expires = now.getTime() + life * 1_000
  const sealed = seal(keyring, `cookie:${name}`, { value, expires }).toString('base64url')
  reply.setCookie(`asakai_${name}`, sealed, { maxAge: life })
}

/** What `setSealedCookie` has kept here; undefined where it has not, or no longer. */
export function sealedCookie(
  request: FastifyRequest,
  { keyring, now }: { keyring: Keyring; now: Date },
  name: Name,
): unknown {
  const sealed = request.cookies[`asakai_${name}`]
  if (!sealed) return undefined
  try {
    const { value, expires } = unseal(keyring, `cookie:${name}`, Buffer.from(sealed, 'base64url')) as {
      value: unknown
      expires: number
    }
    return expires > now.getTime() ? value : undefined
  } catch {
    return undefined // never was one of ours
  }
}

export const clearCookie = (reply: FastifyReply, name: Name) => reply.clearCookie(`asakai_${name}`)
