import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

type Purpose = 'access token' | 'refresh token' | 'refresh token mark' | 'attempts' | 'sealed' | 'fingerprint'

/** A key of 32 bytes for one purpose; no two purposes share one (RFC 5869). */
export const deriveKey = (secretKey: Buffer, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), `asakai ${purpose}`, 32))

export const keyed = (key: Buffer, value: string | Buffer): Buffer => createHmac('sha256', key).update(value).digest()

/** How a secret of full entropy is kept: who reads the database cannot use it. */
export const fingerprint = (secret: Buffer): Buffer => createHash('sha256').update(secret).digest()

export const newSecret = (): Buffer => randomBytes(32)
