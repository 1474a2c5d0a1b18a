import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

type Purpose =
  | 'access token'
  | 'refresh token'
  | 'refresh token mark'
  | 'attempts'
  | 'sealed'
  | 'fingerprint'
  | 'calendar address'
  | 'week mail'
  | 'check'

const derived = new WeakMap<Buffer, Map<Purpose, Buffer>>()

/** A key of 32 bytes for one purpose; no two purposes share one (RFC 5869). Derived once, since every request needs one. */
export function deriveKey(secretKey: Buffer, purpose: Purpose): Buffer {
  const keys = derived.get(secretKey) ?? new Map<Purpose, Buffer>()
  derived.set(secretKey, keys)
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `asakai ${purpose}`, 32))
  keys.set(purpose, key)
  return key
}

export const keyed = (key: Buffer, value: string | Buffer): Buffer => createHmac('sha256', key).update(value).digest()

/** How a secret of full entropy is kept: who reads the database cannot use it. */
export const fingerprint = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest()

export const newSecret = (): Buffer => randomBytes(32)
