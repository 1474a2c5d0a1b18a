import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { calendarDate, uuid } from '#contract/fields.ts'
import { reportFields, type ReportTexts } from '#contract/report-fields.ts'

/**
 * The metadata that Slack returns with a submitted dialog: the team, the day and a hash of the report that the dialog
 * shows. `seen` is null if there was no report. `seen` is absent in a dialog that an older version opened.
 */
const Metadata = z.object({ team: uuid, day: calendarDate, seen: z.optional(z.nullable(z.string())) })

export type Metadata = z.infer<typeof Metadata>

const wordsOf = (words: ReportTexts) => reportFields.map((field) => words[field])
export const isSame = (one: ReportTexts, other: ReportTexts) =>
  JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other))

/** Returns a short hash of the report's texts, because Slack allows only 3,000 characters of metadata. */
export const hashOf = (words: ReportTexts) =>
  createHash('sha256')
    .update(JSON.stringify(wordsOf(words)))
    .digest('base64url')

export function readMetadata(text: string): Metadata | undefined {
  try {
    return Metadata.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
