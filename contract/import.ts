import * as z from 'zod/mini'
import { member, text, uuid } from './fields.ts'
import { eachField } from './report-fields.ts'

/** The columns that a table of reports may have, by their names in the query of `POST /import`. */
export const importColumns = ['date', 'email', 'yesterday', 'today', 'blockers'] as const
export type ImportColumn = (typeof importColumns)[number]

/** The columns with a report's text, and the field that each fills. */
export const textColumns = { yesterday: 'yesterday_work', today: 'today_plan', blockers: 'issues' } as const

const column = z.optional(text(200))

/** JSON, as a query has no objects: `{"Grace":"01998d5c-…","Somebody Else":null}`. */
const chosenAuthors = z.pipe(
  text(8_000),
  z.pipe(
    z.transform((sent: string, { issues }) => {
      try {
        return JSON.parse(sent) as unknown
      } catch {
        issues.push({ code: 'custom', message: 'invalid', input: sent })
        return z.NEVER
      }
    }),
    z.record(z.string(), z.nullable(uuid)),
  ),
)

/**
 * - `preview`: `true` returns the outcome and imports nothing.
 * - `date` to `blockers`: choose a column by its heading, or by `#` and its number; `#0` leaves the field out (E4.01).
 * - `email`: the column that names the authors by address or name; with `#0` all reports are the caller's (E4.12).
 * - `date_order`: needed if nothing in the file tells the day from the month (E4.02).
 * - `existing`: `keep` (the default) leaves reports alone that are there already, `replace` replaces them (E4.15).
 * - `authors`: JSON with the id of a member for each name of the file that is no member's; null leaves the reports out (E4.16).
 */
export const ReportImportQuery = z.object({
  preview: z.optional(z.enum(['true', 'false', ''])),
  date: column,
  email: column,
  yesterday: column,
  today: column,
  blockers: column,
  date_order: z.optional(z.enum(['day_first', 'month_first', ''])),
  authors: z.optional(chosenAuthors),
  existing: z.optional(z.enum(['keep', 'replace', ''])),
})
export type ReportImportQuery = z.infer<typeof ReportImportQuery>

const importOutcomes = ['new', 'changed', 'unchanged', 'kept', 'refused', 'skipped'] as const

/**
 * - `line`: the row as a spreadsheet counts (E4.17).
 * - `outcome`: `kept` if there is a report already, with other words (E4.15).
 * - `message`: why the row is refused.
 */
export const ImportedReport = z.object({
  line: z.int(),
  outcome: z.enum(importOutcomes),
  message: z.nullable(z.string()),
})
export type ImportedReport = z.infer<typeof ImportedReport>

const words = z.object(eachField(() => z.string()))

/**
 * An author of the file's rows.
 *
 * - `name`: as the file has it, cut to `limits.importSample` characters; empty if all reports are the caller's.
 * - `user_id`, `user_name`: null if it is not exactly one member of the team, and the caller names none by `authors`.
 * - `reports`: rows that are this member's reports, without those refused; of somebody unknown, all rows.
 */
export const ImportedAuthor = z.object({
  name: z.string(),
  user_id: z.nullable(uuid),
  user_name: z.nullable(z.string()),
  reports: z.int(),
})
export type ImportedAuthor = z.infer<typeof ImportedAuthor>

/** A report that a row replaces: its text before and after, cut to `limits.importSample` characters. */
export const ReplacedReport = z.object({
  line: z.int(),
  ...member,
  report_date: z.string(),
  before: words,
  after: words,
})
export type ReplacedReport = z.infer<typeof ReplacedReport>

const eachColumn = <Value extends z.core.$ZodType>(value: Value) =>
  z.object({ date: value, email: value, yesterday: value, today: value, blockers: value })

const counts = { new: z.int(), changed: z.int(), refused: z.int() }

/**
 * The outcome of an import or of its preview.
 *
 * - `id`: of the import; null in a preview.
 * - `columns`, `column_numbers`: the heading and the number (from 1) of each field's column; null without one.
 * - `samples`: the first rows of the file.
 * - `unreadable_characters`: the text has \uFFFD for each (E4.13).
 * - `replaced`: the first reports that are replaced.
 * - `date_order_needed`: rows are refused until the caller names the order of day and month.
 * - `author_needed`: rows are refused until the caller names the column `email`, or says by `#0` that all reports are their own (E4.12).
 * - `authors`: whose reports the rows are, in the order of the file; empty while `author_needed`.
 */
export const ImportedReports = z.object({
  id: z.nullable(uuid),
  columns: eachColumn(z.nullable(z.string())),
  column_numbers: eachColumn(z.nullable(z.int())),
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  unreadable_characters: z.int(),
  date_order: z.nullable(z.enum(['day_first', 'month_first'])),
  date_order_needed: z.boolean(),
  author_needed: z.boolean(),
  authors: z.array(ImportedAuthor),
  rows: z.array(ImportedReport),
  ...counts,
  kept: z.int(),
  replaced: z.array(ReplacedReport),
})
export type ImportedReports = z.infer<typeof ImportedReports>

/** The possible outcomes for a report when its import is undone. */
export const undoOutcomes = ['removed', 'restored', 'left'] as const

const importStates = ['going_on', 'done', 'failed', 'stopped', 'undone'] as const

/**
 * An import of the last 24 hours.
 *
 * - `filed`: the number of rows that are done, of `total`.
 * - `new`, `changed`, `refused`: planned while it goes on; in the end what became of the rows.
 * - `written_meanwhile`: refused rows whose report somebody wrote, changed or deleted after the import began.
 * - `state`: `stopped` if the importer was deactivated, left, or might no longer write for others.
 * - `user_id`, `user_name`: null once the importer has erased their account.
 * - `undo_until`: null if it can no longer be undone.
 * - `removed`, `restored`, `left`: after an undo, reports that are gone, have their former text (also deleted ones), or stay because they
 *   were changed or commented on since.
 */
export const ReportImport = z.object({
  id: uuid,
  user_id: z.nullable(uuid),
  user_name: z.nullable(z.string()),
  state: z.enum(importStates),
  created_at: z.string(),
  undo_until: z.nullable(z.string()),
  total: z.int(),
  filed: z.int(),
  ...counts,
  written_meanwhile: z.int(),
  removed: z.int(),
  restored: z.int(),
  left: z.int(),
})
export type ReportImport = z.infer<typeof ReportImport>
