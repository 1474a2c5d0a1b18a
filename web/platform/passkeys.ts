type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0]
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0]

/**
 * Returns whether this browser supports passkeys on this host. Passkeys need https, a host name instead of an IP
 * address, and Chrome 129, Firefox 119 or Safari 18.4 (decision 44).
 */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/u.test(window.location.hostname)

/**
 * Creates a passkey.
 * @param options the response of `POST /passkeys/options`
 * @returns the body for `POST /passkeys`
 */
export async function makePasskey(options: object) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationOptions)
  return asJson(await navigator.credentials.create({ publicKey }))
}

/**
 * Signs in with a passkey that the member chooses.
 * @param options the response of `POST /auth/passkey/options`
 * @param how.mediation `conditional`: the browser offers passkeys within a field until `signal` aborts
 * @returns the body for `POST /auth/passkey`
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

/** Returns whether the member closed the browser's dialog, or the request timed out or was aborted. */
export const isPasskeyCancelled = (error: unknown) => isNamed(error, 'NotAllowedError', 'AbortError')

export const isAlreadyRegistered = (error: unknown) => isNamed(error, 'InvalidStateError')
