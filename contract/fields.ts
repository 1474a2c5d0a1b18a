import * as z from 'zod/mini'
import { charactersIn, inOneLine, isPlain, isVisible } from './characters.ts'
import { emailPattern, loginPattern } from './email-pattern.ts'
import type { FieldErrorCode } from './errors.ts'
import { limits } from './limits.ts'
import { isSamePassword, normalisedPassword } from './normalised-password.ts'

/** Passes the error code as the issue's message, where `server/http/errors/problem.ts` and the forms read it. */
const failure = (code: FieldErrorCode) => ({ error: code })

/**
 * Refuses a longer value and skips all later checks, so that none of them processes a huge input (E6.01). Must come
 * first.
 */
const atMost = (longest: number) => z.maxLength(longest, { ...failure('too_long'), abort: true })

/** PostgreSQL cannot store NUL, and UTF-8 cannot encode an unpaired surrogate. */
const storable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Text that is stored unchanged, up to `longest` characters. */
export const text = (longest: number) =>
  z.string().check(atMost(longest), z.refine(storable, failure('invalid_characters')))

/** Text with a visible character. */
export const requiredText = (longest: number) => text(longest).check(z.refine(isVisible, failure('required')))

/** The most characters of white space that a caller may send around a text. */
const surroundingMost = 1_000

/** Trimmed text with a visible character. */
export const trimmedText = (longest: number) =>
  z
    .string()
    .check(
      atMost(longest + surroundingMost),
      z.trim(),
      atMost(longest),
      z.refine(isVisible, failure('required')),
      z.refine(storable, failure('invalid_characters')),
    )

/** A URL: trimmed, without control characters. The server stores the parsed form. */
export const webAddress = (longest: number) =>
  trimmedText(longest).check(z.refine((typed) => !/\p{Cc}/u.test(typed), failure('invalid_characters')))

const readable = z.refine<string>((text) => storable(text) && isPlain(text), failure('invalid_characters'))

/**
 * The name of a person or a thing: one line in NFC, with single spaces and without invisible characters (E1.19).
 * Refuses control characters, direction changes and stacks of marks.
 */
export const name = (longest: number) =>
  z
    .string()
    .check(
      atMost(longest + surroundingMost),
      z.overwrite(inOneLine),
      atMost(longest),
      z.refine(isVisible, { ...failure('required'), abort: true }),
      readable,
    )

/** A name that may be null, absent or blank for no name. */
const optionalName = (longest: number) =>
  z._default(
    z.pipe(
      z.nullable(
        z.string().check(
          atMost(longest + surroundingMost),
          z.refine((text) => text.trim() === '' || isVisible(text), { ...failure('invalid_characters'), abort: true }),
          z.overwrite(inOneLine),
          atMost(longest),
          readable,
        ),
      ),
      z.transform((name) => name ?? ''),
    ),
    '',
  )

const emailLike = (pattern: RegExp) =>
  requiredText(limits.email).check(
    z.refine((value) => !isVisible(value) || pattern.test(value), failure('invalid_email')),
  )

/** The email of a new account or invitation, or the changed email of an account. */
export const email = emailLike(emailPattern)

/** The email of an existing account, which may predate the rules of `email`. */
export const knownEmail = emailLike(loginPattern)

/** A password, unchanged. It may consist of blanks. */
export const password = text(limits.passwordLongest).check(z.minLength(1, failure('required')))

/** @param shortest characters in NFKC; the maximum counts characters as typed (E1.05) */
export const newPassword = (shortest: number) =>
  password.check(
    z.refine((value) => value === '' || charactersIn(normalisedPassword(value)) >= shortest, failure('too_short')),
  )

const itemsAtOnce = 50

/**
 * An array of at most `longest` items. Counts the items before it checks any, so that a huge array costs no time.
 * Checks 50 items at a time, and stops if one of them is wrong: 10,000 errors would take the library a second (E6.01).
 */
export const list = <Item extends z.core.SomeType>(array: z.ZodMiniArray<Item>, longest: number) => {
  const some = z.array(array._zod.def.element)
  return z.pipe(
    z.transform((sent: unknown, { issues }) => {
      if (!Array.isArray(sent)) return sent
      if (sent.length > longest)
        issues.push({ code: 'custom', input: sent, message: 'too_long' satisfies FieldErrorCode })
      else
        for (let end = itemsAtOnce; end < sent.length; end += itemsAtOnce)
          if (!z.safeParse(some, sent.slice(end - itemsAtOnce, end)).success) return sent.slice(0, end)
      return sent
    }),
    array.check(z.maxLength(longest, failure('too_long'))),
  )
}

export const names = {
  first_name: name(limits.name),
  family_name: name(limits.name),
  preferred_name: optionalName(limits.name),
}

/** A UUID, folded to lower case. Must be used for every UUID, because we compare ids as text (E6.20). */
// oxlint-disable-next-line no-restricted-properties -- the only allowed use of z.uuid
export const uuid = z.uuid().check(z.toLowerCase())

/** The owner of a listed record. */
export const member = { user_id: uuid, user_name: z.string() }

/** Requires the same password twice. */
export const samePasswords = z.refine<{ password: string; confirm_password: string }>(
  ({ password, confirm_password }) => isSamePassword(password, confirm_password),
  { error: 'passwords_differ' satisfies FieldErrorCode, path: ['confirm_password'] },
)

/** YYYY-MM-DD, an existing day. The calendar begins with the year 1. */
export const calendarDate = z.iso
  .date({ ...failure('invalid_date'), abort: true })
  .check(z.refine((date) => !date.startsWith('0000'), { ...failure('invalid_date'), abort: true }))

/** A day for which something is stored, in one of the allowed years (E6.21). Requests that only read accept any day. */
export const writtenDate = calendarDate.check(
  z.refine((date) => date >= `${limits.firstYear}` && date < `${limits.lastYear + 1}`, failure('year_out_of_range')),
)

type Days = { from: string; until: string }

/** Requires two days in order, and at most `longest` days including both. */
export function daysInOrder(longest: number) {
  const last = ({ from }: Days) => Date.parse(from) + (longest - 1) * 86_400_000
  return z.check<Days>(({ value, issues }) => {
    const refuse = (code: FieldErrorCode) =>
      issues.push({ code: 'custom', input: value, message: code, path: ['until'] })
    if (value.until < value.from) refuse('until_before_from')
    else if (Date.parse(value.until) > last(value)) refuse('too_many_days')
  })
}

/** An IANA name such as Asia/Tokyo. A bare offset is refused, because it has no daylight saving time. */
export const timeZone = z.string().check(atMost(100), z.refine(isTimeZone, failure('invalid')))

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/u.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** A non-negative integer in a query string. Digits only, because `Number` also accepts '' and '0x10'. */
export const digits = z.transform((sent) =>
  typeof sent === 'string' && /^\d+$/u.test(sent) ? Number(sent) : Number.NaN,
)

export const hour = z.int().check(z.minimum(0), z.maximum(23))

/** The `limit` and `offset` of a list, in a query string. */
export const page = {
  limit: z._default(z.pipe(digits, z.int().check(z.minimum(1), z.maximum(limits.pageSize))), limits.pageSize),
  offset: z._default(z.pipe(digits, z.int().check(z.minimum(0))), 0),
}

/** The query of a list without other parameters. */
export const Page = z.object(page)
export type Page = z.infer<typeof Page>
