import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, keyed } from './keys.ts'

/** The keys that open what is sealed; the first one seals. */
export type Keyring = readonly { id: Buffer; key: Buffer }[]

const idLength = 4 // bytes, of the key's own HMAC: which key sealed, without telling anything about it
const nonceLength = 12 // bytes (NIST SP 800-38D, 8.2)
const tagLength = 16 // bytes

/** @param previous the key before a change of SECRET_KEY, while rows sealed with it are left */
export const openKeyring = (secretKey: Buffer, previous?: Buffer): Keyring =>
  [secretKey, previous]
    .filter((secret) => secret !== undefined)
    .map((secret) => {
      const key = deriveKey(secret, 'sealed')
      return { key, id: keyed(key, 'key id').subarray(0, idLength) }
    })

/**
 * AES-256-GCM: key id, nonce, tag, cipher text.
 * @param place where it is kept (table and key of its row): moved elsewhere it does not open
 */
export function seal([current]: Keyring, place: string, secret: unknown): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', current!.key, nonce).setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()])
  return Buffer.concat([current!.id, nonce, cipher.getAuthTag(), text])
}

/** @throws Error where no key of the ring has sealed it for this place; the message tells neither */
export function unseal(keyring: Keyring, place: string, sealed: Buffer): unknown {
  const id = sealed.subarray(0, idLength)
  const key = keyring.find((known) => known.id.equals(id))?.key
  if (!key) throw new Error(`What is kept at ${place} was sealed with another SECRET_KEY.`)
  const nonce = sealed.subarray(idLength, idLength + nonceLength)
  const tag = sealed.subarray(idLength + nonceLength, idLength + nonceLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
  const text = sealed.subarray(idLength + nonceLength + tagLength)
  return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'))
}

/** Whether it was sealed with the ring's first key. */
export const isCurrent = ([current]: Keyring, sealed: Buffer): boolean =>
  current!.id.equals(sealed.subarray(0, idLength))

/** Whether a key of the ring has sealed it. */
export const opens = (keyring: Keyring, sealed: Buffer): boolean =>
  keyring.some(({ id }) => id.equals(sealed.subarray(0, idLength)))

export type Resealed = { sealed: number; lost: number }

/**
 * Seals anew what an earlier key has sealed.
 * @returns how many; `lost`: those that no key of the ring opens, which stay as they are
 */
export async function resealAll(
  keyring: Keyring,
  kept: { place: string; secret: Buffer; replace: (secret: Buffer) => Promise<unknown> }[],
): Promise<Resealed> {
  const counts = { sealed: 0, lost: 0 }
  for (const { place, secret, replace } of kept) {
    if (isCurrent(keyring, secret)) continue
    if (opens(keyring, secret)) {
      await replace(seal(keyring, place, unseal(keyring, place, secret)))
      counts.sealed += 1
    } else counts.lost += 1
  }
  return counts
}
