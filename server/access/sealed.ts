import { createSecretKey, type webcrypto } from 'node:crypto'
import { decodeProtectedHeader, EncryptJWT, jwtDecrypt } from 'jose'
import { deriveKey, keyed } from './keys.ts'

/** The keys that open what is sealed; the first one seals. */
export type Keyring = readonly { id: string; key: webcrypto.CryptoKey }[]

const idLength = 4 // bytes, of the key's own HMAC: tells which key sealed, and nothing about the key
const direct = { alg: 'dir', enc: 'A256GCM' }

/** @param previous the key before a change of SECRET_KEY, while rows sealed with it are left */
export const openKeyring = (secretKey: Buffer, previous?: Buffer): Keyring =>
  [secretKey, previous]
    .filter((secret) => secret !== undefined)
    .map((secret) => {
      const key = deriveKey(secret, 'sealed')
      return {
        id: keyed(key, 'key id').subarray(0, idLength).toString('base64url'),
        key: createSecretKey(key).toCryptoKey('AES-GCM', false, ['encrypt', 'decrypt']),
      }
    })

/**
 * Encrypts to a JWE (RFC 7516), which is a JWT.
 * @param place where it is stored (table and key of its row), as the audience: it does not open elsewhere
 * @param until when it expires; it does not if this is left out
 */
export function seal([current]: Keyring, place: string, secret: unknown, until?: Date): Promise<string> {
  const token = new EncryptJWT({ secret }).setProtectedHeader({ ...direct, kid: current!.id }).setAudience(place)
  return (until ? token.setExpirationTime(until) : token).encrypt(current!.key)
}

/** @throws Error if it has expired or no key of the ring has sealed it for this place; the message tells neither */
export async function unseal(keyring: Keyring, place: string, sealed: string, now?: Date): Promise<unknown> {
  const known = keyOf(keyring, sealed)
  if (!known) throw new Error(`What is kept at ${place} was sealed with another SECRET_KEY.`)
  const { payload } = await jwtDecrypt(sealed, known.key, {
    audience: place,
    keyManagementAlgorithms: [direct.alg],
    contentEncryptionAlgorithms: [direct.enc],
    ...(now && { currentDate: now }),
  })
  return payload['secret']
}

/** Returns whether the ring's first key has sealed it. */
export const isCurrent = (keyring: Keyring, sealed: string): boolean => keyOf(keyring, sealed) === keyring[0]

/** Returns whether a key of the ring has sealed it. */
export const opens = (keyring: Keyring, sealed: string): boolean => keyOf(keyring, sealed) !== undefined

function keyOf(keyring: Keyring, sealed: string): Keyring[number] | undefined {
  try {
    const { kid } = decodeProtectedHeader(sealed)
    return keyring.find(({ id }) => id === kid)
  } catch {
    return undefined // not sealed at all
  }
}

export type Resealed = { sealed: number; lost: number }

/**
 * Seals anew what an earlier key has sealed.
 * @returns how many; `lost`: those that no key of the ring opens, which stay as they are
 */
export async function resealAll(
  keyring: Keyring,
  kept: { place: string; secret: string; replace: (secret: string) => Promise<unknown> }[],
): Promise<Resealed> {
  const counts = { sealed: 0, lost: 0 }
  for (const { place, secret, replace } of kept) {
    if (isCurrent(keyring, secret)) continue
    if (opens(keyring, secret)) {
      await replace(await seal(keyring, place, await unseal(keyring, place, secret)))
      counts.sealed += 1
    } else counts.lost += 1
  }
  return counts
}
