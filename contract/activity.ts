import * as z from 'zod/mini'
import { member, page, text, uuid } from './fields.ts'
import { Insight } from './insights.ts'

const entry = { id: uuid, ...member, at: z.string() }

/**
 * An event in the team: a report, an insight or a new member. `at` is ISO 8601 with the team's offset. `text`: the
 * beginning of the report's plan or of the insight. `is_imported`: an import added the report, so its time is unknown.
 */
export const ActivityEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('report'),
    ...entry,
    text: z.string(),
    report_date: z.string(),
    is_imported: z.boolean(),
  }),
  z.object({ kind: z.literal('insight'), ...entry, text: z.string(), type: Insight.shape.type, edited: z.boolean() }),
  z.object({ kind: z.literal('member'), ...entry }),
])
export type ActivityEntry = z.infer<typeof ActivityEntry>

/** `before`: the `next` of the previous page. */
export const ActivityQuery = z.object({
  before: z.optional(
    text(100).check(
      z.toLowerCase(),
      z.regex(/^-?\d{1,16}_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u, { error: 'invalid' }),
    ),
  ),
  limit: page.limit,
})

/** A page of the activity, newest first. `next` is null on the last page. */
export const Activity = z.object({ entries: z.array(ActivityEntry), next: z.nullable(z.string()) })
export type Activity = z.infer<typeof Activity>
