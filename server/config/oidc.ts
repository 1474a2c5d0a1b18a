import * as z from 'zod/mini'
import { decimal } from './decimal.ts'
import { ConfigError, type Reader } from './environment.ts'
import { type ClaimRule, parseClaimRule } from '#server/providers/openid/claim.ts'
import type { Variable } from './variables.ts'

/** The rules by which the company's provider decides about members (N17). */
export type CompanyRules = {
  isOnly: boolean
  /** The scopes of a sign-in, separated by spaces. */
  scope: string
  /** A sign-in without this claim value is refused. */
  requiredClaim: ClaimRule | undefined
  /**
   * A member who signs in at the provider becomes an administrator with this claim value, and loses the administrator
   * right without it.
   */
  adminClaim: ClaimRule | undefined
  /**
   * Access pauses if the last sign-in at the provider is more than this number of days ago. Undefined: access never
   * pauses.
   */
  maxAgeDays: number | undefined
}

const YesNo = z.stringbool({ truthy: ['true'], falsy: ['false'] })
const Claim = z.string().check(z.refine((text) => parseClaimRule(text) !== undefined))
const Scopes = z.string().check(z.refine((text) => text.split(' ').includes('openid')))
const Days = z.union([
  z.pipe(
    z.literal('off'),
    z.transform((): undefined => undefined),
  ),
  decimal.check(z.int(), z.gte(1), z.lte(366)),
])

const defaultMaxAgeDays = 7

/** @throws ConfigError: a value is invalid, or OIDC_ISSUER is missing */
export function readCompanyRules({ read, text }: Reader, hasProvider: boolean): CompanyRules {
  const needsProvider: Variable[] = [
    'OIDC_ONLY',
    'OIDC_SCOPES',
    'OIDC_REQUIRED_CLAIM',
    'OIDC_ADMIN_CLAIM',
    'OIDC_MAX_AGE_DAYS',
  ]
  const isOnly = read('OIDC_ONLY', YesNo, false, 'true or false')
  const unused = needsProvider.find((name) => text(name, '') !== '' && (name !== 'OIDC_ONLY' || isOnly))
  if (unused && !hasProvider) throw new ConfigError(`${unused} is set, so OIDC_ISSUER must be set, too.`)
  const claim = (name: Variable) => {
    const written = read(name, Claim, undefined, 'a claim and its value, such as groups:asakai')
    return written === undefined ? undefined : parseClaimRule(written)
  }
  return {
    isOnly,
    scope: read('OIDC_SCOPES', Scopes, 'openid email profile', 'a list such as openid email profile groups'),
    requiredClaim: claim('OIDC_REQUIRED_CLAIM'),
    adminClaim: claim('OIDC_ADMIN_CLAIM'),
    maxAgeDays: read(
      'OIDC_MAX_AGE_DAYS',
      Days,
      isOnly ? defaultMaxAgeDays : undefined,
      'a number of days from 1 to 366, or off',
    ),
  }
}
