import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a browser would be told (Web Authentication Level 3, 5.4 and 5.5), as far as it is read here. */
type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }
/** What is done otherwise than a browser and an authenticator do it. */
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

/** A browser at `origin` with an authenticator of its own: one passkey, an ES256 key, which signs for real. */
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

  /** 6.1: whose it is, what the authenticator has seen to, how often it has signed. */
  const authData = (rpId: string, other: Otherwise, flags = 0, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(other.counter ?? counter)
    const seen = userPresent | (other.verified === false ? 0 : userVerified) | flags
    return Buffer.concat([hash(other.rpId ?? rpId), Buffer.from([seen]), count, attested])
  }

  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    id: credential.id,

    /** `navigator.credentials.create()` */
    create(options: Options, other: Otherwise = {}) {
      userHandle = options.user!.id
      const key = new Map<number, number | Uint8Array>([
        [1, 2], // an elliptic curve's
        [3, -7], // for ES256
        [-1, 1], // P-256
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

    /** `navigator.credentials.get()` */
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
