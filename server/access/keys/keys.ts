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
  | 'grant token'
  | 'oauth signing'
  | 'check'

const derived = new WeakMap<Buffer, Map<Purpose, Buffer>>()

/** Returns the 32-byte key for one purpose (HKDF, RFC 5869). Caches the keys, because every request needs one. */
export function deriveKey(secretKey: Buffer, purpose: Purpose): Buffer {
  const keys = derived.get(secretKey) ?? new Map<Purpose, Buffer>()
  derived.set(secretKey, keys)
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `asakai ${purpose}`, 32))
  keys.set(purpose, key)
  return key
}

export const keyed = (key: Buffer, value: string | Buffer): Buffer => createHmac('sha256', key).update(value).digest()

/** Returns the hash under which a random secret is stored, so that database readers cannot use the secret. */
export const fingerprint = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest()

export const newSecret = (): Buffer => randomBytes(32)
