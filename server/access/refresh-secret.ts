import { timingSafeEqual } from 'node:crypto'
import { deriveKey, keyed, newSecret } from './keys.ts'
import type { RecordToken } from './record-token.ts'

type Session = Pick<RecordToken, 'teamId' | 'id'>

const half = 16 // bytes

export const firstSecret = (secretKey: Buffer, session: Session): Buffer => marked(secretKey, session, newSecret())

/** Follows from the one before, so that it can be given out again without being stored. */
export const nextSecret = (secretKey: Buffer, { secret, ...session }: RecordToken): Buffer =>
  marked(secretKey, session, keyed(deriveKey(secretKey, 'refresh token'), secret))

/** Whether this server has made the token, at whatever time: its ids alone stand readable in every access token. */
export const isOurs = (secretKey: Buffer, { secret, ...session }: RecordToken): boolean =>
  timingSafeEqual(secret, marked(secretKey, session, secret))

/** The first half of `bytes`, and behind it what only this server can tell to belong to it and to the session. */
function marked(secretKey: Buffer, { teamId, id }: Session, bytes: Buffer): Buffer {
  const first = bytes.subarray(0, half)
  const key = deriveKey(secretKey, 'refresh token mark')
  return Buffer.concat([first, keyed(key, `${teamId}.${id}.${first.toString('hex')}`).subarray(0, half)])
}
