import { timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { deriveKey, fingerprint } from '#server/access/keys/keys.ts'
import { plainIPv6 } from '#server/access/attempts/network.ts'
import type { Config } from '#server/config/config.ts'
import { AppError } from '#server/errors.ts'

/** Describes how a request reached this server. */
export type Seen = {
  /** The caller's address, as used for rate limits. */
  ip: string
  /** The address of the connected peer. */
  from: string
  forwarded_for: string | null
  forwarded_proto: string | null
}

/** Returns the token of `npm run check`, derived from the shared secret key. */
export const checkToken = (secretKey: Buffer): string => deriveKey(secretKey, 'check').toString('base64url')

/** Tells the operator's check how its request arrived. Refuses all other callers. */
export function answerSeen(app: FastifyInstance, { secretKey }: Config) {
  const expected = fingerprint(Buffer.from(`Bearer ${checkToken(secretKey)}`))
  app.get('/api/seen', { schema: { hide: true } }, async ({ headers, ip, socket }): Promise<Seen> => {
    if (!timingSafeEqual(fingerprint(Buffer.from(headers.authorization ?? '')), expected))
      throw new AppError('not_signed_in')
    return {
      ip: plain(ip),
      from: plain(socket.remoteAddress ?? ''),
      forwarded_for: headers['x-forwarded-for']?.toString() ?? null,
      forwarded_proto: headers['x-forwarded-proto']?.toString() ?? null,
    }
  })
}

const plain = (address: string) => (isIPv6(address) ? plainIPv6(address) : address)
