import { parse } from 'uuid'
import type { PasskeyDraft, PasskeyLogin, PasskeyOptions } from '#contract/passkeys.ts'

/** Loads the library on first use, because it is large: mostly certificates of authenticators, which we do not need. */
const load = () => import('@simplewebauthn/server')

/** Ed25519, ES256, RS256: supported by authenticators and by Node without experimental features. */
const algorithms = [-8, -7, -257]

/** Returns the relying party: the host that members open. */
const relyingPartyOf = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

/** Returns the user handle: the member's id, which is unique (Web Authentication 5.4.3). */
const handleOf = (userId: string) => Uint8Array.from(parse(userId))

/**
 * Returns the options to create a passkey. The passkey signs in without an email, and requires user verification by
 * face, finger or PIN.
 * @param about.known the member's existing passkeys, which authenticators must not duplicate
 */
export async function creationOptions(
  publicUrl: string,
  challenge: string,
  about: { userId: string; email: string; name: string; known: { id: string; transports: string[] }[] },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: 'Asakai',
    rpID: relyingPartyOf(publicUrl).rpId,
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

/** Returns the options to sign in with a passkey of any member. */
export async function requestOptions(publicUrl: string, challenge: string): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(publicUrl).rpId,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  })
  return { ...options }
}

/** Returns the challenge that a browser's response claims to answer, or '' if it is unreadable. */
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
 * Returns whether another origin framed the page that used the passkey (Web Authentication 5.8.1). The library checks
 * only the origin, which is ours within a frame, too.
 */
function isFramedElsewhere({ clientDataJSON }: { clientDataJSON: string }, origin: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
    crossOrigin?: unknown
    topOrigin?: unknown
  }
  return crossOrigin === true || (topOrigin !== undefined && topOrigin !== origin)
}

type NewCredential = { id: string; publicKey: Buffer; counter: number; transports: string[] }

/**
 * Verifies a new passkey.
 * @returns the passkey that a browser created for this challenge, or undefined if it cannot be verified
 */
export async function verifyMade(
  publicUrl: string,
  challenge: string,
  { response, ...made }: PasskeyDraft['credential'],
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await load()
  const { rpId, origin } = relyingPartyOf(publicUrl)
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
 * Verifies that the member's passkey signed the challenge.
 * @param kept.counter the counter after the last use
 * @returns the new counter, or undefined if verification fails
 */
export async function verifySigned(
  publicUrl: string,
  challenge: string,
  { response, ...signed }: PasskeyLogin['credential'],
  kept: { userId: string; publicKey: Buffer; counter: number },
): Promise<number | undefined> {
  if (response.userHandle !== Buffer.from(handleOf(kept.userId)).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await load()
  const { rpId, origin } = relyingPartyOf(publicUrl)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...signed, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: signed.id, publicKey: Uint8Array.from(kept.publicKey), counter: kept.counter },
  }).catch(refused)
  return verified && !isFramedElsewhere(response, origin) ? authenticationInfo?.newCounter : undefined
}

/** Returns an unverified passkey, for a rejection by the library: the library throws only when it rejects the input. */
const refused = () => ({ verified: false as const, registrationInfo: undefined, authenticationInfo: undefined })
