import { normalized } from '#contract/normalized.ts'
import { domainToASCII } from 'node:url'
import { emailPattern } from '#contract/email-pattern.ts'
import { AppError } from '#server/errors.ts'

/** The form in which two e-mails are compared: without regard to case, whatever the database's locale. */
export const emailKey = (email: string): string => normalized(email, 'NFC').toLowerCase()

/** These take no notice of dots. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/** Returns the domain of an address in the one spelling that DNS knows (IDNA): lower case, ASCII. */
export function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain.toLowerCase()
}

/** Returns one spelling for all addresses that lead to the same mailbox, such as `name+1@` and `name@`. */
export function mailboxOf(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const tag = key.indexOf('+', 1)
  const name = key.slice(0, tag > 0 && tag < at ? tag : at)
  const domain = domainOf(key)
  return `${dotless.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}

/** @throws AppError invalid_input if no account may get this address any more (S5.04) */
export function refuseOddEmail(email: string): void {
  if (!emailPattern.test(email))
    throw new AppError('invalid_input', { field: { name: 'email', code: 'invalid_email' } })
}
