import * as z from 'zod/mini'
import { charactersIn } from './characters.ts'
import { emailPattern } from './email-pattern.ts'
import type { FieldErrorCode } from './errors.ts'
import { limits } from './limits.ts'

/** The catalogue's code of a failed check travels as the issue's message; `http/problem.ts` and the forms read it there. */
const failure = (code: FieldErrorCode) => ({ error: code })

/** PostgreSQL cannot store NUL, and an unpaired surrogate does not survive UTF-8. */
const storable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Text that comes back unchanged, up to `longest` characters. */
export const text = (longest: number) =>
  z.string().check(z.maxLength(longest, failure('too_long')), z.refine(storable, failure('invalid_characters')))

/** Text of which something remains after trimming. */
export const requiredText = (longest: number) =>
  text(longest).check(z.refine((value) => value.trim() !== '', failure('required')))

/** Text without the white space around it, of which something remains. */
export const trimmedText = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, failure('required')),
      z.maxLength(longest, failure('too_long')),
      z.refine(storable, failure('invalid_characters')),
    )

/** Text that may be null, or left out: then it is ''. */
const optionalText = (longest: number) =>
  z._default(
    z.pipe(
      z.nullable(text(longest)),
      z.transform((value) => value ?? ''),
    ),
    '',
  )

export const email = text(limits.email).check(
  z.refine((value) => value.trim() !== '', failure('required')),
  z.refine((value) => value === '' || emailPattern.test(value), failure('invalid_email')),
)

/** @param shortest characters */
export const newPassword = (shortest: number) =>
  text(limits.passwordLongest).check(
    z.refine((value) => value !== '', failure('required')),
    z.refine((value) => value === '' || charactersIn(value) >= shortest, failure('too_short')),
  )

/** How somebody is called. */
export const names = {
  first_name: requiredText(limits.name),
  family_name: requiredText(limits.name),
  preferred_name: optionalText(limits.name),
}

/** Whose something is, where it is listed. */
export const member = { user_id: z.uuid(), user_name: z.string() }

/** Of a form that asks twice for one password. */
export const samePasswords = z.refine<{ password: string; confirm_password: string }>(
  ({ password, confirm_password }) => password === confirm_password,
  { error: 'passwords_differ' satisfies FieldErrorCode, path: ['confirm_password'] },
)

/** YYYY-MM-DD, a day that exists: the calendar begins with the year 1. */
export const calendarDate = z.iso
  .date(failure('invalid_date'))
  .check(z.refine((date) => !date.startsWith('0000'), failure('invalid_date')))

type Days = { from: string; until: string }

/** Of two days, both included: the second is not before the first, and they span at most so many. */
export function daysInOrder(longest: number) {
  const last = ({ from }: Days) => Date.parse(from) + (longest - 1) * 86_400_000
  return z.check<Days>(({ value, issues }) => {
    const refuse = (code: FieldErrorCode) =>
      issues.push({ code: 'custom', input: value, message: code, path: ['until'] })
    if (value.until < value.from) refuse('until_before_from')
    else if (Date.parse(value.until) > last(value)) refuse('too_many_days')
  })
}

/** An IANA name such as Asia/Tokyo; a bare offset is no zone, it knows no summer time. */
export const timeZone = z.string().check(z.refine(isTimeZone, failure('invalid')))

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/u.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** A whole number in digits, which is all that counts as one in a query string: JavaScript reads '' and '0x10' too. */
export const digits = z.transform((sent) =>
  typeof sent === 'string' && /^\d+$/u.test(sent) ? Number(sent) : Number.NaN,
)

/** Of a day. */
export const hour = z.int().check(z.minimum(0), z.maximum(23))

/** `limit` and `offset` of a list, as they stand in a query string. */
export const page = {
  limit: z._default(z.pipe(digits, z.int().check(z.minimum(1), z.maximum(limits.pageSize))), limits.pageSize),
  offset: z._default(z.pipe(digits, z.int().check(z.minimum(0))), 0),
}

/** The query of a list that has nothing else to choose. */
export const Page = z.object(page)
export type Page = z.infer<typeof Page>
