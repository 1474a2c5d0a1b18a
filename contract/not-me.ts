import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import { limits } from './limits.ts'

/** Kinds of changes that can have been made in a member's name. `-removed`, `let-in` and `joined` are about others. */
export const changeKinds = [
  'password',
  'email',
  'email-asked', // it waits for a link to be opened
  'token',
  'passkey',
  'account',
  'place',
  'webhook',
  'invitation',
  'joined',
  'administrator',
  'administrator-removed',
  'deactivated',
  'let-in',
  'own-right',
  'own-account',
  'password-link',
] as const

/** `POST /auth/not-me/check`: the changes that pressing would undo, the first one first. */
export const StrangeChanges = z.object({
  told_at: z.iso.datetime(), // when the letter was mailed: what it tells of is always undone
  changes: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(changeKinds),
      name: z.string(), // of the thing or person, as it is called
      is_undone: z.boolean(), // false: it stays, and the page says so
    }),
  ),
})
export type StrangeChanges = z.infer<typeof StrangeChanges>
export type ChangeKind = (typeof changeKinds)[number]
export type StrangeChange = StrangeChanges['changes'][number]

/** A moment in UTC, as the list of changes has it. */
const moment = z.string().check(z.maxLength(30, { abort: true }), z.iso.datetime())

/** `POST /auth/not-me` and its check. `from`: the first change that is not the owner's; absent: the first one listed. */
export const NotMe = z.object({ token: requiredText(limits.token), from: z.optional(moment) })
export type NotMe = z.infer<typeof NotMe>
