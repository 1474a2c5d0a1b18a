type Account = { is_active: boolean; email_proven_at: Date | null }
type SameEmail = Account & { isConnected: boolean; email_set_by_directory: boolean }

/**
 * Decides the outcome of a sign-in with a provider (D7.26). One person can have an email at the provider, and another
 * person an account with the same email. Neither may get into the account of the other. An account that never proved
 * its email goes to the email's owner, and every other way to sign in to it ends: 'claim' (E1.16).
 * @param of.connected the account that is connected to this person
 * @param of.sameEmail the account with the provider's email; `isConnected`: the account is connected to another person
 * at the provider
 * @param of.isVouched whether the provider vouches for the email
 * @param of.isCompany whether the provider is the company's own. If the company's directory set the address, only this
 * provider gives the account to a person, and only if no other person is connected to it (N17.05)
 */
export function outcomeOf(of: {
  connected: Account | undefined
  sameEmail: SameEmail | undefined
  isVouched: boolean
  isCompany: boolean
}): 'sign in' | 'link' | 'claim' | 'newcomer' | 'account_inactive' | 'connect_after_login' {
  const { connected, sameEmail, isVouched, isCompany } = of
  if (connected) return connected.is_active ? 'sign in' : 'account_inactive'
  if (!sameEmail) return 'newcomer'
  const isProven = sameEmail.email_proven_at !== null
  // Another person's connection to an account with an unproven address must not keep the owner of the address out
  // (E1.16).
  const isReserved = sameEmail.email_set_by_directory && (!isCompany || sameEmail.isConnected)
  if (!isVouched || isReserved || (isProven && sameEmail.isConnected)) return 'connect_after_login'
  if (!sameEmail.is_active) return 'account_inactive'
  return isProven ? 'link' : 'claim'
}

/**
 * Returns the key of a person at a provider. Includes the issuer, because an id is unique only at its issuer: after the
 * operator changes the issuer, another person can have the same id (OpenID Connect Core 1.0, 5.7).
 * @param issuer a URL, so it has no space
 * @param id the person's id at the issuer, which never changes
 */
export const subjectOf = (issuer: string, id: string): string => `${issuer} ${id}`

/** Returns the id of a person at the issuer. */
export const idIn = (subject: string): string => subject.slice(subject.indexOf(' ') + 1)

/**
 * Names in the scripts of China, Japan and Korea. They have the family name first, also if no space separates the two.
 */
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u

/**
 * Splits a name into the fields of an account. A name of one word fills all fields.
 * @param name '' if the provider knows the login only
 */
export function namesFrom(
  name: string,
  login = '',
): { first_name: string; family_name: string; preferred_name: string } {
  const whole = name || login
  const words = whole.split(/\s+/u)
  const [first, last] = [words[0]!, words.at(-1)!]
  if (words.length === 1) return { first_name: whole, family_name: whole, preferred_name: whole }
  if (familyFirst.test(whole)) return { family_name: first, first_name: words.slice(1).join(' '), preferred_name: '' }
  // Stores the whole name as preferred name. Otherwise the family name would be shown first, unlike in the name from
  // the provider.
  return { first_name: words.slice(0, -1).join(' '), family_name: last, preferred_name: whole }
}

/** Joins both names in the order of their script. */
export const joinedName = (given: string, family: string): string =>
  (familyFirst.test(family + given) ? [family, given] : [given, family]).filter((name) => name !== '').join(' ')
