/** A value that a claim must have, such as `groups:asakai`. */
export type ClaimRule = { name: string; value: string }

/**
 * Parses `NAME:VALUE`. The name ends at the first colon. A name may be an address, as Auth0's names are; another colon
 * in a name is written `%3A`, as in `cognito%3Agroups:asakai`. The value may contain colons.
 * @returns undefined if the text has another form
 */
export function parseClaimRule(text: string): ClaimRule | undefined {
  const scheme = /^https?:\/\//u.exec(text)?.[0]
  const path = scheme ? text.indexOf('/', scheme.length) : 0
  const colon = path === -1 ? -1 : text.indexOf(':', path)
  const [written, value] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)]
  if (!written || !value) return undefined
  try {
    return { name: decodeURIComponent(written), value }
  } catch {
    return undefined // `%` without two hexadecimal digits
  }
}

type Claims = Record<string, unknown>

/**
 * Returns the value of a claim. A claim with exactly this name comes first. Otherwise dots lead into objects, as in
 * Keycloak's `realm_access.roles` and `resource_access.<client>.roles`, where the client's id can contain dots, too.
 */
export function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name] ?? undefined
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const inner = Object.hasOwn(claims, name.slice(0, dot)) ? claims[name.slice(0, dot)] : undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue
    const found = findClaim(inner as Claims, name.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Compares claims with a rule.
 *
 * - `met`: the claim is the value, or a list with the value. The comparison is exact.
 * - `other_value`: the claim has only other values.
 * - `absent`: the provider does not send the claim.
 * - `overage`: Microsoft Entra omits the groups of a member of more than 200 groups. It names them in `_claim_names`, and
 *   sets `hasgroups` in some flows. Whether the claim has the value is unknown.
 */
export function checkClaim(claims: Claims, { name, value }: ClaimRule): 'met' | 'other_value' | 'absent' | 'overage' {
  const claim = findClaim(claims, name)
  if (claim === value || (Array.isArray(claim) && claim.includes(value))) return 'met'
  if (claim !== undefined) return 'other_value'
  const elsewhere = claims['_claim_names']
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, name)
  return isElsewhere || (name === 'groups' && 'hasgroups' in claims) ? 'overage' : 'absent'
}
