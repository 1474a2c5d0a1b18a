import { normalized } from '#contract/normalized.ts'
import { domainToASCII } from 'node:url'
import { emailPattern } from '#contract/email-pattern.ts'
import { AppError } from '#server/errors.ts'

/** Returns the form in which emails are compared: case-insensitive, independent of the database's locale. */
export const emailKey = (email: string): string => normalized(email, 'NFC').toLowerCase()

/** Providers that ignore dots in the local part. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/** Returns the domain of an address as ASCII in lower case (IDNA). */
export function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain.toLowerCase()
}

/** Returns one spelling for all addresses of the same mailbox, such as `name+1@` and `name@`. */
export function mailboxOf(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const tag = key.indexOf('+', 1)
  const name = key.slice(0, tag > 0 && tag < at ? tag : at)
  const domain = domainOf(key)
  return `${dotless.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}

/**
 * Returns whether an address has a tag, such as `name+1@`. Anybody can make any number of tagged addresses for a
 * mailbox.
 */
export const hasTag = (email: string): boolean => email.slice(0, email.lastIndexOf('@')).includes('+', 1)

/** @throws AppError invalid_input if new accounts cannot use this address (S5.04) */
export function refuseOddEmail(email: string): void {
  if (!emailPattern.test(email))
    throw new AppError('invalid_input', { field: { name: 'email', code: 'invalid_email' } })
}
