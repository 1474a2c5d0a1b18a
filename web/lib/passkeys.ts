type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0]
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0]

/**
 * Whether this browser has passkeys on this host: not before Chrome 129, Firefox 119 and Safari 18.4, without https, or
 * where the host is an address (decision 44).
 */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/u.test(window.location.hostname)

/** Lets the browser make one. @param options of `POST /passkeys/options` @returns what goes to `POST /passkeys` */
export async function makePasskey(options: object) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationOptions)
  return asJson(await navigator.credentials.create({ publicKey }))
}

/**
 * Lets the browser ask whose passkey it is.
 * @param options of `POST /auth/passkey/options` @param how.mediation `conditional`: within a field, for as long as it takes
 * @returns what goes to `POST /auth/passkey`
 */
export async function signByPasskey(
  options: object,
  how: { mediation?: CredentialMediationRequirement; signal: AbortSignal },
) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as RequestOptions)
  return asJson(await navigator.credentials.get({ publicKey, ...how }))
}

const asJson = (credential: Credential | null) => (credential as PublicKeyCredential).toJSON()

const isNamed = (error: unknown, ...names: string[]) => error instanceof DOMException && names.includes(error.name)

/** The member has closed the browser's dialog, or let it wait for too long; or we have ended it. */
export const isGivenUp = (error: unknown) => isNamed(error, 'NotAllowedError', 'AbortError')

/** This authenticator has one of the member's already. */
export const isThereAlready = (error: unknown) => isNamed(error, 'InvalidStateError')
