import type { Deployment } from '#contract/deployment.ts'
import type { Config } from '#server/config/config.ts'
import { domainOf } from './email-key.ts'

/** Returns whether sign-up is open to the email's domain. @param domains lower case; empty: every domain (D1.04) */
export const acceptsDomain = (domains: readonly string[], email: string): boolean =>
  domains.length === 0 || domains.some((domain) => domainOf(domain) === domainOf(email))

/**
 * Returns whether an email may change from one address to another. Members invited from another domain can keep using
 * that domain.
 */
export const acceptsChange = (domains: readonly string[], from: string, to: string): boolean =>
  acceptsDomain(domains, to) || domainOf(from) === domainOf(to)

/**
 * Returns how sign-up works. With allowed domains, the address must be confirmed first: an unconfirmed address does not
 * prove that the person belongs to its domain. Without mail, nobody can then sign up.
 */
export function signUpForm({
  signUpDomains,
  mail,
}: Pick<Config, 'signUpDomains' | 'mail'>): Deployment['sign_up_form'] {
  if (signUpDomains.length === 0) return 'at-once'
  return mail ? 'by-link' : 'unavailable'
}
