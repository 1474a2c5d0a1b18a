import * as z from 'zod/mini'
import { calendarDate, page, uuid } from './fields.ts'

/** The states that members can set. `acknowledged`: a member has taken the blocker on. */
const settableStates = ['open', 'acknowledged', 'resolved'] as const
export type SettableState = (typeof settableStates)[number]

/** `unmentioned`: the author's next report does not mention the blocker, and it is not resolved (E3.04). */
export const endStates = ['resolved', 'unmentioned'] as const
const blockerStates = [...settableStates, 'unmentioned'] as const

/** The ways in which a blocker ends: it was resolved, its issue was closed, or it is no longer mentioned. */
const resolutions = ['solved', 'issue', 'unnamed'] as const
export type Resolution = (typeof resolutions)[number]

/** The actions on a blocker, by a member or by an import of issues. */
const blockerActs = ['taken', 'released', 'resolved', 'reopened', 'issue-closed'] as const
export type BlockerAct = (typeof blockerActs)[number]

/**
 * A blocker: a line in the blockers field of reports (N6.01).
 *
 * - `text`: its newest line (E3.02).
 * - `report_id`, `line`: the last report that mentions it, and the line number. If the request names a day: the report
 *   of that day, and its line.
 * - `age`: 1 on its first day, plus one for each of the author's due days since.
 * - `url`, `reference`: of the imported issue that it mentions.
 * - `resolved_on`: the day on which it was resolved, or the day of the first report that no longer mentions it.
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
 * `GET /blockers`. Blockers without an owner come first, then the oldest. Ended blockers are sorted by their end, the latest
 * first.
 *
 * - `state`: only blockers in that state. Default: all that are open or acknowledged.
 * - `date`: the blockers that the day's reports mention, in any state.
 */
export const BlockersQuery = z.object({
  state: z.optional(z.enum(blockerStates)),
  date: z.optional(calendarDate),
  ...page,
})
export type BlockersQuery = z.infer<typeof BlockersQuery>

export const Blockers = z.object({ blockers: z.array(Blocker) })

/**
 * `PATCH /blockers/{id}`. A blocker that has not ended is `acknowledged` if it has an owner, otherwise `open`. Setting
 * only an owner does not reopen a resolved blocker. `before`: the blocker as the caller saw it; the change is refused
 * if the blocker has changed since.
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

/** Returns whether a blocker is resolved or no longer mentioned. */
export const hasEnded = ({ state }: Pick<Blocker, 'state'>): boolean => state === 'resolved' || state === 'unmentioned'

/**
 * Returns the working days since a blocker began, for a day after its first day. The result is at least 1, because the
 * age is still 1 on a day off right after the first day.
 */
export const workingDaysSince = (age: number) => Math.max(age - 1, 1)
