import { parse } from 'uuid'
import type { PasskeyDraft, PasskeyLogin, PasskeyOptions } from '#contract/passkeys.ts'

/** Loaded when somebody has a passkey: the certificates of authenticators, which nobody asks for here, are most of it. */
const load = () => import('@simplewebauthn/server')

/** Ed25519, ES256, RS256: what authenticators have, and every Node without an experiment of its own. */
const algorithms = [-8, -7, -257]

/** Where passkeys are of use: on the host that members open. */
const placeOf = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

/** What an authenticator keeps a member under, and says again: their id, which nobody else has (5.4.3). */
const handleOf = (userId: string) => Uint8Array.from(parse(userId))

/**
 * What a browser makes a passkey from. It is one that signs in without an e-mail being asked for, and that its owner is
 * verified for: by face, finger or PIN.
 * @param about.known those of the member, of which an authenticator makes no second
 */
export async function creationOptions(
  publicUrl: string,
  challenge: string,
  about: { userId: string; email: string; name: string; known: { id: string; transports: string[] }[] },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: 'Asakai',
    rpID: placeOf(publicUrl).rpId,
    userID: handleOf(about.userId),
    userName: about.email,
    userDisplayName: about.name,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    excludeCredentials: about.known,
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** What a browser asks for a passkey with, whoever's it is. */
export async function requestOptions(publicUrl: string, challenge: string): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: placeOf(publicUrl).rpId,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  })
  return { ...options }
}

/** The challenge that an answer says it is of; '' where it cannot be read. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/**
 * Whether a page of another origin framed the one that asked for the passkey (Web Authentication 5.8.1). The library checks the origin only,
 * which is ours within a frame, too.
 */
function isFramedElsewhere({ clientDataJSON }: { clientDataJSON: string }, origin: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
    crossOrigin?: unknown
    topOrigin?: unknown
  }
  return crossOrigin === true || (topOrigin !== undefined && topOrigin !== origin)
}

type NewCredential = { id: string; publicKey: Buffer; counter: number; transports: string[] }

/** @returns the passkey that a browser has made for this challenge; undefined where it cannot be trusted */
export async function verifyMade(
  publicUrl: string,
  challenge: string,
  { response, ...made }: PasskeyDraft['credential'],
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await load()
  const { rpId, origin } = placeOf(publicUrl)
  const { transports, ...attested } = response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...made, response: attested, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)
  if (!verified || !registrationInfo || isFramedElsewhere(response, origin)) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey), counter, transports }
}

/**
 * @param kept.counter as the last use has left it
 * @returns the counter of this use; undefined where the passkey has not signed this challenge, for this member
 */
export async function verifySigned(
  publicUrl: string,
  challenge: string,
  { response, ...signed }: PasskeyLogin['credential'],
  kept: { userId: string; publicKey: Buffer; counter: number },
): Promise<number | undefined> {
  if (response.userHandle !== Buffer.from(handleOf(kept.userId)).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await load()
  const { rpId, origin } = placeOf(publicUrl)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...signed, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: signed.id, publicKey: Uint8Array.from(kept.publicKey), counter: kept.counter },
  }).catch(refused)
  return verified && !isFramedElsewhere(response, origin) ? authenticationInfo?.newCounter : undefined
}

/** The library throws what it finds wrong with what was sent, and nothing else. */
const refused = () => ({ verified: false as const, registrationInfo: undefined, authenticationInfo: undefined })
