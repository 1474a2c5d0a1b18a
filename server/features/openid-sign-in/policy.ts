/** OpenID Connect Core 1.0, 5.1 has a boolean. AWS Cognito and Apple send a string. */
const yes = new Set<unknown>([true, 'true'])
/** Entra sends `xms_edov` as a number or a string, too. */
const yesOfEntra = new Set<unknown>([...yes, 1, '1'])

/**
 * The e-mail that a provider names, and whether it vouches that it is the person's. Who says nothing of it does not: at
 * Entra people can choose it, and there another claim tells (`xms_edov`).
 * @param wanted the claim that the operator takes it from; what is said is said of `email`
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
