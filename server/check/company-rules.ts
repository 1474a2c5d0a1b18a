import type { Providers } from '#server/config/providers.ts'
import type { ClaimRule } from '#server/providers/openid/claim.ts'
import { type Finding, off, ok, wrong } from './check.ts'

type Company = NonNullable<Providers['oidc']>
type Discovery = Record<string, unknown>

/**
 * Checks whether the provider supports the company's rules (N17). Reports the claims that the provider lists, the
 * claims of the rules that it does not list, and whether it sends back-channel logouts. Each finding about a problem
 * says what to do.
 */
export function companyRulesFindings(discovery: Discovery, company: Company, publicUrl: string): Finding[] {
  const { name, requiredClaim, adminClaim, isOnly } = company
  const claims = listIn(discovery['claims_supported'])
  const rules = [
    ['OIDC_REQUIRED_CLAIM', requiredClaim],
    ['OIDC_ADMIN_CLAIM', adminClaim],
  ] as const
  return [
    ...(claims ? [ok(`A sign-in requests ${company.scope}. ${name} lists these claims: ${claims.join(', ')}.`)] : []),
    ...lookAtScopes(discovery, company),
    ...rules.flatMap(([variable, rule]) => (rule ? [lookAtClaim(claims, company, variable, rule)] : [])),
    ...(requiredClaim && !isOnly
      ? [off(`OIDC_REQUIRED_CLAIM concerns only people who sign in with ${name}. Set OIDC_ONLY=true to refuse others.`)]
      : []),
    lookAtAge(company),
    lookAtLogout(discovery, company, publicUrl),
  ]
}

function lookAtClaim(
  claims: string[] | undefined,
  { issuer, name, scope }: Company,
  variable: string,
  rule: ClaimRule,
): Finding {
  const [root] = rule.name.split('.') as [string]
  if (claims?.some((listed) => listed === rule.name || listed === root))
    return rule.name === 'groups' && isEntra(issuer)
      ? off(
          'Entra sends ids of groups, and none for a member of more than 200: choose "Groups assigned to the application", or app roles and the claim roles.',
        )
      : ok(`${name} lists the claim ${root} of ${variable}.`)
  const scopes = scope.split(' ').includes(root) ? '' : ` If it needs a scope for it, add that to OIDC_SCOPES.`
  return off(
    `${name} does not list the claim ${root} of ${variable}. Sign in once; the log says "absent" if it does not arrive.${scopes}`,
  )
}

function lookAtScopes({ scopes_supported: offered }: Discovery, { name, scope }: Company): Finding[] {
  const listed = listIn(offered)
  const missing = listed ? scope.split(' ').filter((each) => !listed.includes(each)) : []
  if (missing.length === 0) return []
  return [
    wrong(`${name} does not offer the scope ${missing.join(' and ')}. Remove it from OIDC_SCOPES, or add it there.`),
  ]
}

const lookAtAge = ({ name, maxAgeDays }: Company): Finding =>
  maxAgeDays === undefined
    ? off(`Access lasts after an account at ${name} is removed. OIDC_MAX_AGE_DAYS limits it.`)
    : ok(`Access pauses ${maxAgeDays} days after the last sign-in with ${name}.`)

function lookAtLogout(discovery: Discovery, { name }: Company, publicUrl: string): Finding {
  if (discovery['backchannel_logout_supported'] !== true)
    return off(`${name} does not list back-channel logout: signing out there ends no session here.`)
  const session = discovery['backchannel_logout_session_supported'] === true ? ' Let it send the session id (sid).' : ''
  return ok(
    `${name} offers back-channel logout. Register ${publicUrl}/api/auth/oidc/backchannel-logout there.${session}`,
  )
}

const isEntra = (issuer: string) => /(?:^|\.)(?:microsoftonline\.\w+|windows\.net)$/u.test(new URL(issuer).hostname)

const listIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined
