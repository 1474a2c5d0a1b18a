import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The options of a browser (Web Authentication Level 3, 5.4 and 5.5) that this stand-in reads. */
type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }
/** Deviations from a correct browser and authenticator. */
type Otherwise = {
  origin?: string
  rpId?: string
  challenge?: string
  verified?: boolean
  counter?: number
  userHandle?: string
  crossOrigin?: boolean
  topOrigin?: string
}

const hash = (of: string | Buffer) => createHash('sha256').update(of).digest()
const userPresent = 0x01
const userVerified = 0x04
const credentialIncluded = 0x40

/** Simulates a browser at `origin` with an authenticator: one passkey, an ES256 key with real signatures. */
export function authenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, options: Options, other: Otherwise) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: other.challenge ?? options.challenge,
        origin: other.origin ?? origin,
        crossOrigin: other.crossOrigin ?? false,
        topOrigin: other.topOrigin,
      }),
    )

  /** Returns the authenticator data (6.1): the relying party, the flags and the signature counter. */
  const authData = (rpId: string, other: Otherwise, flags = 0, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(other.counter ?? counter)
    const seen = userPresent | (other.verified === false ? 0 : userVerified) | flags
    return Buffer.concat([hash(other.rpId ?? rpId), Buffer.from([seen]), count, attested])
  }

  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    id: credential.id,

    create(options: Options, other: Otherwise = {}) {
      userHandle = options.user!.id
      const key = new Map<number, number | Uint8Array>([
        [1, 2], // key type: elliptic curve
        [3, -7], // algorithm: ES256
        [-1, 1], // curve: P-256
        [-2, Uint8Array.from(Buffer.from(jwk.x!, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(jwk.y!, 'base64url'))],
      ])
      const length = Buffer.from([id.length >> 8, id.length & 0xff])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData(options.rp!.id, other, credentialIncluded, attested))],
      ])
      return {
        ...credential,
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: clientData('webauthn.create', options, other).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    get(options: Options, other: Otherwise = {}) {
      counter += 1
      const data = authData(options.rpId!, other)
      const client = clientData('webauthn.get', options, other)
      return {
        ...credential,
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, hash(client)]), privateKey).toString('base64url'),
          userHandle: other.userHandle ?? userHandle,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof authenticator>
