import * as z from 'zod/mini'
import { member, page, text, uuid } from './fields.ts'
import type { FieldErrorCode } from './errors.ts'
import { limits } from './limits.ts'
import { Achievement } from './monthly-reports.ts'

/** `open`: nothing was done with it yet, or it was withdrawn; `reopened`: a report of it was written after it was submitted or approved. */
export const monthStates = ['open', 'submitted', 'returned', 'approved', 'reopened'] as const
export type MonthState = (typeof monthStates)[number]

export const monthActs = ['submitted', 'withdrawn', 'returned', 'approved', 'reopened'] as const
export type MonthAct = (typeof monthActs)[number]

/** YYYY-MM */
export const monthName = text(7).check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/u, { error: 'invalid_date' }))

const standing = { month: monthName, ...member, state: z.enum(monthStates) }

/**
 * A member's month, for themselves and for administrators (N11.03). `revision` grows with everything that is done with it and with every
 * report of it. `events`: in the order in which it was done; of nobody where an import has reopened it. `day`: of the report that did.
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
 * `GET /months`: a member's, newest first; without one those that the administrator who asks may decide on, the one that has waited
 * longest first, and of what is decided the latest.
 */
export const MonthsQuery = z.object({
  user_id: z.optional(uuid),
  state: z.optional(z.enum(monthStates)),
  ...page,
})
export type MonthsQuery = z.infer<typeof MonthsQuery>

/** `changed_at`: since when it has stood so. */
export const MonthStanding = z.object({ ...standing, changed_at: z.string() })
export type MonthStanding = z.infer<typeof MonthStanding>

/** `total`: of all pages. */
export const Months = z.object({ months: z.array(MonthStanding), total: z.int() })
export type Months = z.infer<typeof Months>

/**
 * `GET /months/{month}/members`, for administrators: how far each active member who writes is with the month (E5.09). `due`: the
 * days so far on which a report was due, today once it is written. `written`: those with a report.
 */
export const MonthMembers = z.object({
  members: z.array(z.object({ ...member, state: z.enum(monthStates), due: z.int(), written: z.int() })),
})
export type MonthMembers = z.infer<typeof MonthMembers>

/** Absent: the caller's own. */
export const MonthOf = z.object({ user_id: z.optional(uuid) })

/**
 * `PATCH /months/{month}`: members submit their own and withdraw it (`open`). Administrators approve or return it; a return says what
 * needs changing. `submitted` by the administrator who has just approved it takes the approval back. `revision`: of what the
 * caller has read.
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
