import * as z from 'zod/mini'
import { sources } from './backlogs.ts'
import { calendarDate, uuid } from './fields.ts'
import { eachField } from './report-fields.ts'

export const BeginningQuery = z.object({ date: calendarDate })

/** What became of something at a tracker: a pull request is merged, an issue closed, a ticket moved to another status. */
export const doneKinds = ['merged', 'closed', 'moved'] as const
export type DoneKind = (typeof doneKinds)[number]

/**
 * `GET /daily-reports/draft?date=`: what my report of the day may begin with (N8.01, N8.02).
 *
 * - `planned`: the lines of my last plan before it. `carried`: in how many plans in a row the line was, that one
 *   included.
 * - `done`: what I have done since that report was submitted, newest first. `text` ends with `reference` if there is one
 *   (`#471`).
 * - `draft`: the text that a program of mine has left for my form, if any (N10.05); '' if it left a field out.
 * - `blockers`: mine that are open on the day, oldest first (E3.03).
 */
export const Beginning = z.object({
  planned: z.array(z.object({ text: z.string(), carried: z.int() })),
  draft: z.optional(z.object({ ...eachField(() => z.string()), written_at: z.string() })),
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
export type Beginning = z.infer<typeof Beginning>
