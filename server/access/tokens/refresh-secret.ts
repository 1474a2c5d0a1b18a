import { timingSafeEqual } from 'node:crypto'
import { deriveKey, keyed, newSecret } from '../keys/keys.ts'
import type { RecordToken } from './record-token.ts'

type Session = Pick<RecordToken, 'teamId' | 'id'>

const half = 16 // bytes

export const firstSecret = (secretKey: Buffer, session: Session): Buffer => marked(secretKey, session, newSecret())

/** Derives the next secret from the current one, so that the next secret can be issued again without being stored. */
export const nextSecret = (secretKey: Buffer, { secret, ...session }: RecordToken): Buffer =>
  marked(secretKey, session, keyed(deriveKey(secretKey, 'refresh token'), secret))

/**
 * Returns whether this deployment issued the token, at any time. The ids alone are no proof: every access token shows
 * them.
 */
export const isIssuedHere = (secretKey: Buffer, { secret, ...session }: RecordToken): boolean =>
  timingSafeEqual(secret, marked(secretKey, session, secret))

/** Returns the first half of `bytes`, followed by a MAC over that half and the session. */
function marked(secretKey: Buffer, { teamId, id }: Session, bytes: Buffer): Buffer {
  const first = bytes.subarray(0, half)
  const key = deriveKey(secretKey, 'refresh token mark')
  return Buffer.concat([first, keyed(key, `${teamId}.${id}.${first.toString('hex')}`).subarray(0, half)])
}
