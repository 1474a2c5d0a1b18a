import * as z from 'zod/mini'
import { member, page, text, uuid } from './fields.ts'
import type { FieldErrorCode } from './errors.ts'
import { limits } from './limits.ts'
import { Achievement } from './monthly-reports.ts'

/**
 * The states of a month.
 *
 * - `open`: never submitted, or withdrawn.
 * - `reopened`: one of its reports was written, changed or deleted after the month was submitted or approved.
 */
export const monthStates = ['open', 'submitted', 'returned', 'approved', 'reopened'] as const
export type MonthState = (typeof monthStates)[number]

export const monthActs = ['submitted', 'withdrawn', 'returned', 'approved', 'reopened'] as const
export type MonthAct = (typeof monthActs)[number]

/** YYYY-MM */
export const monthName = text(7).check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/u, { error: 'invalid_date' }))

const standing = { month: monthName, ...member, state: z.enum(monthStates) }

/**
 * A member's month, for the member and for administrators (N11.03).
 *
 * - `revision`: increases with every action on the month, and with every change of its reports.
 * - `events`: the newest actions, in chronological order. If an import reopened the month, the event has no member.
 * - `day`: the day of the report that reopened the month.
 */
export const Month = z.object({
  ...standing,
  revision: z.int(),
  events: z.array(
    z.object({
      kind: z.enum(monthActs),
      user_id: z.nullable(uuid),
      user_name: z.nullable(z.string()),
      note: z.string(),
      day: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  reports: z.array(Achievement),
})
export type Month = z.infer<typeof Month>

/**
 * `GET /months`: a member's months, newest first. Without `user_id`: the months on which the calling administrator may
 * decide, the oldest change first. With the state `returned` or `approved`: the newest change first.
 */
export const MonthsQuery = z.object({
  user_id: z.optional(uuid),
  state: z.optional(z.enum(monthStates)),
  ...page,
})
export type MonthsQuery = z.infer<typeof MonthsQuery>

/** `due`: the days so far with a due report; today counts once its report is written. `written`: how many have one. */
const progress = { due: z.int(), written: z.int() }

/** `changed_at`: the time of the last change of state. */
export const MonthStanding = z.object({ ...standing, ...progress, changed_at: z.string() })
export type MonthStanding = z.infer<typeof MonthStanding>

/** `total`: the number of months on all pages. */
export const Months = z.object({ months: z.array(MonthStanding), total: z.int() })
export type Months = z.infer<typeof Months>

/**
 * `GET /months/{month}/members`, for administrators: the progress of each active member with reports (E5.09).
 */
export const MonthMembers = z.object({
  members: z.array(z.object({ ...member, ...progress, state: z.enum(monthStates) })),
})
export type MonthMembers = z.infer<typeof MonthMembers>

/** `user_id`: the member of the month; by default the caller. */
export const MonthOf = z.object({ user_id: z.optional(uuid) })

/**
 * `PATCH /months/{month}`: members submit and withdraw (`open`) their own month. Administrators approve or return it. A
 * return must say what to change. `submitted` undoes the caller's own recent approval. `revision`: the revision that
 * the caller has read.
 */
export const MonthChange = z
  .object({
    user_id: z.optional(uuid),
    state: z.enum(['submitted', 'open', 'approved', 'returned']),
    note: z._default(text(limits.comment), ''),
    revision: z.int(),
  })
  .check(
    z.refine(({ state, note }) => state !== 'returned' || note.trim() !== '', {
      error: 'required' satisfies FieldErrorCode,
      path: ['note'],
    }),
  )
export type MonthChange = z.infer<typeof MonthChange>
