import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import { limits } from './limits.ts'

/**
 * The kinds of changes that an attacker may have made in a member's name. The kinds from `joined` to `let-in` are about
 * other members.
 */
export const changeKinds = [
  'password',
  'email',
  'email-asked', // a new address was requested, but not confirmed yet
  'token',
  'passkey',
  'account',
  'place', // a destination for the team's notifications
  'webhook',
  'team-opened', // people without an invitation could join
  'invitation',
  'joined',
  'signed-up', // joined because an intruder had opened the team
  'more-signed-up', // `name` is the number of people who are not listed
  'added', // the company's directory added a member
  'administrator',
  'administrator-removed',
  'deactivated',
  'let-in',
  'own-right',
  'own-account',
  'password-link',
  'import', // an import of reports; `name` is their number
] as const

/** `POST /auth/not-me/check`: the changes that confirming would undo, in chronological order. */
export const UnrecognizedChanges = z.object({
  // All changes after this time are undone. It is the time of the email, or 1970 if nobody had confirmed the address.
  alerted_at: z.iso.datetime(),
  changes: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(changeKinds),
      name: z.string(), // the name of the affected thing or person
      is_undone: z.boolean(), // false: the change stays, and the page says so
    }),
  ),
})
export type UnrecognizedChanges = z.infer<typeof UnrecognizedChanges>
export type ChangeKind = (typeof changeKinds)[number]
export type UnrecognizedChange = UnrecognizedChanges['changes'][number]

/** A moment in UTC, in the format of the list of changes. */
const moment = z.string().check(z.maxLength(30, { abort: true }), z.iso.datetime())

/**
 * `POST /auth/not-me` and its check. `from`: the first change that the owner did not make; by default the first change
 * of the list.
 */
export const NotMe = z.object({ token: requiredText(limits.token), from: z.optional(moment) })
export type NotMe = z.infer<typeof NotMe>
