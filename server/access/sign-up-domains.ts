import type { Deployment } from '#contract/deployment.ts'
import type { Config } from '#server/config.ts'
import { domainOf } from './email-key.ts'

/** Whether sign-up is open to the e-mail's domain. @param domains lower case; none: every domain (D1.04) */
export const acceptsDomain = (domains: readonly string[], email: string): boolean =>
  domains.length === 0 || domains.some((domain) => domainOf(domain) === domainOf(email))

/** Whoever was invited from elsewhere stays where they are. */
export const acceptsChange = (domains: readonly string[], from: string, to: string): boolean =>
  acceptsDomain(domains, to) || domainOf(from) === domainOf(to)

/** A domain says who belongs here only where the address is proven before anybody enters with it. */
export function signUpForm({
  signUpDomains,
  mail,
}: Pick<Config, 'signUpDomains' | 'mail'>): Deployment['sign_up_form'] {
  if (signUpDomains.length === 0) return 'at-once'
  return mail ? 'by-link' : 'unavailable'
}
