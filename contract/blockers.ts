import * as z from 'zod/mini'
import { calendarDate, page, uuid } from './fields.ts'

/** The states that a member can set: open, taken on by somebody, resolved. */
const settableStates = ['open', 'acknowledged', 'resolved'] as const
export type SettableState = (typeof settableStates)[number]

/** `unmentioned`: the author's next report does not mention the blocker, and nobody has resolved it (E3.04). */
const blockerStates = [...settableStates, 'unmentioned'] as const

/** The ways in which a blocker ends: somebody resolves it, its issue is closed, or it is no longer mentioned. */
const resolutions = ['solved', 'issue', 'unnamed'] as const
export type Resolution = (typeof resolutions)[number]

/** What somebody, or the import of issues, does with one. */
const blockerActs = ['taken', 'released', 'resolved', 'reopened', 'issue-closed'] as const
export type BlockerAct = (typeof blockerActs)[number]

/**
 * A blocker: a line in the blockers field of reports (N6.01).
 *
 * - `text`: its newest line (E3.02).
 * - `report_id`, `line`: the last report that names it, and the number of the line there. If asked by day: those of that
 *   day.
 * - `age`: 1 for its first day, and one more for each due day of the author since.
 * - `url`, `reference`: of the imported issue that it names.
 * - `resolved_on`: the day of its end. If it is no longer mentioned: the day of the first report without it.
 */
export const Blocker = z.object({
  id: uuid,
  text: z.string(),
  opened_by: uuid,
  opened_by_name: z.string(),
  opened_on: z.string(),
  state: z.enum(blockerStates),
  owner_id: z.nullable(uuid),
  owner_name: z.nullable(z.string()),
  age: z.int(),
  reopened: z.boolean(),
  resolution: z.nullable(z.enum(resolutions)),
  resolved_by: z.nullable(uuid),
  resolved_by_name: z.nullable(z.string()),
  resolved_on: z.nullable(z.string()),
  report_id: uuid,
  report_date: z.string(),
  line: z.int(),
  reference: z.nullable(z.string()),
  url: z.nullable(z.string()),
})
export type Blocker = z.infer<typeof Blocker>

/**
 * `GET /blockers`. With `state`: those in that state; otherwise all that are open or taken on. With `date`: those that
 * the day's reports name, in any state. Those without an owner come first, then the oldest. Ended ones: the newest end
 * first.
 */
export const BlockersQuery = z.object({
  state: z.optional(z.enum(blockerStates)),
  date: z.optional(calendarDate),
  ...page,
})
export type BlockersQuery = z.infer<typeof BlockersQuery>

export const Blockers = z.object({ blockers: z.array(Blocker) })

/**
 * `PATCH /blockers/{id}`. A blocker with an owner is `acknowledged`, one without is not. An owner alone does not reopen a
 * resolved blocker. `before`: the blocker as the caller saw it. A change that ignores what others did since is refused.
 */
export const BlockerChange = z
  .object({
    state: z.optional(z.enum(settableStates)),
    owner_id: z.optional(z.nullable(uuid)),
    before: z.optional(z.object({ state: z.enum(blockerStates), owner_id: z.nullable(uuid) })),
  })
  .check(
    z.refine(({ state, owner_id }) => !(state === 'acknowledged' && owner_id === null), {
      error: 'invalid',
      path: ['owner_id'],
    }),
    z.refine(({ state, owner_id }) => !(state === 'open' && owner_id), { error: 'invalid', path: ['owner_id'] }),
  )
export type BlockerChange = z.infer<typeof BlockerChange>

/** Whether a blocker has ended: it is resolved or no longer mentioned. */
export const hasEnded = ({ state }: Pick<Blocker, 'state'>): boolean => state === 'resolved' || state === 'unmentioned'

/** The working days since a blocker began. At least 1: on a day off right after its first day, its age is still 1. */
export const workingDaysSince = (age: number) => Math.max(age - 1, 1)
