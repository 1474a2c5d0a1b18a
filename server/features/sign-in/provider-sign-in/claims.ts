import { normalized } from '#contract/normalized.ts'
import * as z from 'zod/mini'
import { asName } from '#contract/characters.ts'
import { email } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/** Returns a provider's email; undefined if no account can have this email. */
export function emailOf(named: unknown): string | undefined {
  const read = email.safeParse(named)
  return read.success ? read.data : undefined
}

/** Converts a provider's name to a valid name: one line, not too long. */
export const nameOf = (named: unknown): string => (typeof named === 'string' ? asName(named, limits.name) : '')

/** Returns the name, or '' if it contains an email address, which must never be shown as a name. */
export function personNameOf(named: unknown): string {
  const name = nameOf(named)
  return /[^\s@]@[^\s@]/u.test(normalized(name, 'NFKC')) ? '' : name
}

/** Returns a name for a person of whom only the email is known: `misaki saeki` for `misaki.saeki+work@example.com`. */
export function nameInEmail(address: string): string {
  const local = address.slice(0, address.lastIndexOf('@'))
  const mailbox = local.startsWith('+') ? local : local.split('+')[0]!
  const words = mailbox.replaceAll(/[._@]+/gu, ' ')
  return nameOf(words) || nameOf(local.replaceAll('@', ' '))
}

const Picture = z.url({ protocol: /^https?$/u }).check(z.maxLength(2_000))

export function pictureOf(named: unknown): string | null {
  const read = Picture.safeParse(named)
  return read.success ? read.data : null
}
