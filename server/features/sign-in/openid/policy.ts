/** OpenID Connect Core 1.0, 5.1 has a boolean. AWS Cognito and Apple send a string. */
const yes = new Set<unknown>([true, 'true'])
/** Entra sends `xms_edov` as a number or a string, too. */
const yesOfEntra = new Set<unknown>([...yes, 1, '1'])

/**
 * Returns the email from a provider's claims, and whether the provider vouches for it. A missing `email_verified` does
 * not: Entra users can choose their email, and another claim vouches for it there (`xms_edov`).
 * @param wanted the claim that the operator reads the email from; `email_verified` is about `email` only
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

/** A provider may send anything: a claim that is no text counts as absent. */
const textIn = (claims: Record<string, unknown>, name: string) => {
  const claim = Object.hasOwn(claims, name) ? claims[name] : undefined
  return typeof claim === 'string' ? claim : undefined
}
