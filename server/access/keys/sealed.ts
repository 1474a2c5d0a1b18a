import { createSecretKey, type webcrypto } from 'node:crypto'
import { decodeProtectedHeader, EncryptJWT, jwtDecrypt } from 'jose'
import { deriveKey, keyed } from './keys.ts'

/** The keys that decrypt stored secrets. The first key also encrypts new secrets. */
export type Keyring = readonly { id: string; key: webcrypto.CryptoKey }[]

const idLength = 4 // bytes of an HMAC with the key, which identifies the key without revealing it
const direct = { alg: 'dir', enc: 'A256GCM' }

/** @param previous the former SECRET_KEY, until all rows are resealed */
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
 * Encrypts to a JWE (RFC 7516).
 * @param audience the table and key of the row, or the cookie: the value cannot be decrypted for another one
 * @param until the expiry; omitted: never expires
 */
export function seal([current]: Keyring, audience: string, secret: unknown, until?: Date): Promise<string> {
  const token = new EncryptJWT({ secret }).setProtectedHeader({ ...direct, kid: current!.id }).setAudience(audience)
  return (until ? token.setExpirationTime(until) : token).encrypt(current!.key)
}

/**
 * Decrypts a value. The message of an error does not reveal the value or the key.
 * @throws Error if the value has expired, or no key of the ring encrypted it for this audience
 */
export async function unseal(keyring: Keyring, audience: string, sealed: string, now?: Date): Promise<unknown> {
  const known = keyOf(keyring, sealed)
  if (!known) throw new Error(`The secret at ${audience} is encrypted with another SECRET_KEY.`)
  const { payload } = await jwtDecrypt(sealed, known.key, {
    audience,
    keyManagementAlgorithms: [direct.alg],
    contentEncryptionAlgorithms: [direct.enc],
    ...(now && { currentDate: now }),
  })
  return payload['secret']
}

/** Returns whether the ring's first key encrypted the value. */
export const isCurrent = (keyring: Keyring, sealed: string): boolean => keyOf(keyring, sealed) === keyring[0]

/** Returns whether one of the ring's keys encrypted the value. */
export const canUnseal = (keyring: Keyring, sealed: string): boolean => keyOf(keyring, sealed) !== undefined

function keyOf(keyring: Keyring, sealed: string): Keyring[number] | undefined {
  try {
    const { kid } = decodeProtectedHeader(sealed)
    return keyring.find(({ id }) => id === kid)
  } catch {
    return undefined // not a JWE
  }
}

export type Resealed = { sealed: number; lost: number }

/**
 * Encrypts values of a previous key again with the current one.
 * @returns `sealed`: the number of values that were encrypted again; `lost`: the number of values that no key opens.
 *   Lost values stay unchanged
 */
export async function resealAll(
  keyring: Keyring,
  kept: { place: string; secret: string; replace: (secret: string) => Promise<unknown> }[],
): Promise<Resealed> {
  const counts = { sealed: 0, lost: 0 }
  for (const { place: audience, secret, replace } of kept) {
    if (isCurrent(keyring, secret)) continue
    if (canUnseal(keyring, secret)) {
      await replace(await seal(keyring, audience, await unseal(keyring, audience, secret)))
      counts.sealed += 1
    } else counts.lost += 1
  }
  return counts
}
