/** Whether sign-up is open to the e-mail's domain. @param domains lower case; none: every domain (decisions, SIGNUP_DOMAINS) */
export const acceptsDomain = (domains: readonly string[], email: string): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
