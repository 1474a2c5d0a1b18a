import * as z from 'zod/mini'
import { sources } from './backlogs.ts'
import { calendarDate } from './fields.ts'
import { eachField } from './report-fields.ts'

export const BeginningQuery = z.object({ date: calendarDate })

/** What became of something at a tracker: a pull request is merged, an issue closed, a ticket moved to another status. */
export const doneKinds = ['merged', 'closed', 'moved'] as const
export type DoneKind = (typeof doneKinds)[number]

/**
 * `GET /daily-reports/draft?date=`: what my report of the day may begin with (N8.01, N8.02). `planned` are the lines of my last
 * plan before it, each with in how many reports in a row, that one included, it stood in the plan. `done` is what I have done
 * since that report was submitted, the newest first; `text` ends with `reference` where there is one (`#471`). `draft` is what a program
 * of mine has left for my form (N10.05), if any, '' where it said nothing. `blockers` are mine that are open on the day, the oldest
 * first (E3.03).
 */
export const Beginning = z.object({
  planned: z.array(z.object({ text: z.string(), carried: z.int() })),
  draft: z.optional(z.object({ ...eachField(() => z.string()), written_at: z.string() })),
  blockers: z.array(z.object({ id: z.uuid(), text: z.string() })),
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
