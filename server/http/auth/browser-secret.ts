import type { FastifyReply, FastifyRequest } from 'fastify'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import type { Services } from '#server/services.ts'
import { cookieOf } from './sealed-cookie.ts'

type Parts = Pick<Services, 'config'>

const cookie = (services: Parts) => cookieOf(services, 'oauth', '/oauth/authorize')

/** Returns the secret that this browser has for requests of programs, or undefined. */
function secretOf(request: FastifyRequest, services: Parts): Buffer | undefined {
  const secret = Buffer.from(request.cookies[cookie(services).name] ?? '', 'base64url')
  return secret.length === newSecret().length ? secret : undefined
}

/** Returns the fingerprint of this browser's secret, or undefined. */
export function browserOf(request: FastifyRequest, services: Parts): Buffer | undefined {
  const secret = secretOf(request, services)
  return secret && fingerprint(secret)
}

/**
 * Gives this browser a secret that binds programs' consent requests to it. A browser that has a secret keeps it,
 * because several requests can be open at once.
 * @param life seconds
 * @returns the fingerprint
 */
export function renewBrowser(request: FastifyRequest, reply: FastifyReply, services: Parts, life: number): Buffer {
  const { name, options } = cookie(services)
  const secret = secretOf(request, services) ?? newSecret()
  reply.setCookie(name, secret.toString('base64url'), { ...options, maxAge: life })
  return fingerprint(secret)
}
