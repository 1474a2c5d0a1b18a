import * as z from 'zod/mini'
import { sources } from './backlogs.ts'
import { calendarDate, uuid } from './fields.ts'
import { storedValues } from './reports.ts'

export const PrefillQuery = z.object({ date: calendarDate })

/** `DELETE /daily-reports/draft?date=&id=`: deletes the draft that my form has taken over. Keeps a newer draft. */
export const DraftQuery = z.object({ date: calendarDate, id: uuid })

/** The outcomes at a tracker: a pull request was merged, an issue closed, a ticket moved to another status. */
export const doneKinds = ['merged', 'closed', 'moved'] as const
export type DoneKind = (typeof doneKinds)[number]

/**
 * `GET /daily-reports/draft?date=`: the suggestions for my report of the day (N8.01, N8.02).
 *
 * - `planned`: the lines of my last plan. `carried`: the number of consecutive plans with this line, including the last
 *   plan.
 * - `done`: the issues that I have completed since my last report, newest first. `text` ends with `reference` if there
 *   is one (`#471`).
 * - `draft`: a program's draft for my form, if any (N10.05). A field is '' if the draft omits it. Each change of the
 *   draft gives it a new `id`.
 * - `blockers`: my open blockers on the day, oldest first (E3.03).
 */
export const Prefill = z.object({
  planned: z.array(z.object({ text: z.string(), carried: z.int() })),
  draft: z.optional(z.object({ id: uuid, ...storedValues, written_at: z.string() })),
  blockers: z.array(z.object({ id: uuid, text: z.string() })),
  done: z.array(
    z.object({
      text: z.string(),
      url: z.nullable(z.string()),
      source: z.enum(sources),
      kind: z.enum(doneKinds),
      reference: z.string(),
    }),
  ),
})
export type Prefill = z.infer<typeof Prefill>
