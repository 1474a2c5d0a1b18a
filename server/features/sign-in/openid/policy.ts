/**
 * The values that mean true. The standard has a boolean (OpenID Connect Core 1.0, 5.1); AWS Cognito and Apple send a
 * string.
 */
const yes = new Set<unknown>([true, 'true'])
/** The values that mean true in `xms_edov`, which Entra also sends as a number or a string. */
const yesOfEntra = new Set<unknown>([...yes, 1, '1'])

/**
 * Returns the email from a provider's claims, and whether the provider vouches for the email. Without `email_verified`,
 * the provider does not vouch: Entra users can choose their email. Entra vouches for the email by the claim `xms_edov`.
 * @param wanted the claim from which the operator reads the email; `email_verified` is only about the claim `email`
 */
export function emailIn(
  claims: Record<string, unknown>,
  wanted: string,
): { named: string | undefined; isVouched: boolean } {
  const [named, spokenOf] = [textIn(claims, wanted), textIn(claims, 'email')]
  const { email_verified, xms_edov } = claims
  const isSaid = yes.has(email_verified) || ((email_verified ?? undefined) === undefined && yesOfEntra.has(xms_edov))
  return { named, isVouched: isSaid && named?.toLowerCase() === spokenOf?.toLowerCase() }
}

/** Returns a claim that is a text. A provider may send anything, so any other claim counts as absent. */
const textIn = (claims: Record<string, unknown>, name: string) => {
  const claim = Object.hasOwn(claims, name) ? claims[name] : undefined
  return typeof claim === 'string' ? claim : undefined
}
