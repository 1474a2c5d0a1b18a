import * as z from 'zod/mini'
import { member, text, uuid } from './fields.ts'
import { eachField, type ReportField, reportFields } from './report-fields.ts'

/** The parameter of `POST /import` that selects the column for each text of a report. */
export const columnOfField = {
  yesterday_work: 'yesterday',
  today_plan: 'today',
  issues: 'blockers',
} as const satisfies Record<ReportField, string>
export type TextColumn = (typeof columnOfField)[ReportField]

/** The columns of an import, in the order of the form. */
export const importColumns: readonly ImportColumn[] = ['date', 'email', ...Object.values(columnOfField)]
export type ImportColumn = 'date' | 'email' | TextColumn

const eachTextColumn = <Value>(value: Value) =>
  Object.fromEntries(reportFields.map((field) => [columnOfField[field], value])) as Record<TextColumn, Value>

const column = z.optional(text(200))

/** JSON, because a query string has no objects: `{"Grace":"01998d5c-…","Somebody Else":null}`. */
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
 * The query of an import of reports.
 *
 * - `preview`: `true` returns the result without importing.
 * - `date` to `blockers`: selects a column by its heading, or by `#` and its number. `#0` leaves the field out (E4.01).
 * - `email`: the column with the authors' addresses or names. With `#0` all reports are the caller's (E4.12).
 * - `date_order`: required if the file does not reveal the order of day and month (E4.02).
 * - `existing`: `keep` (default) keeps existing reports, `replace` replaces them (E4.15).
 * - `authors`: JSON with a member's id for each unknown name in the file. Null skips the reports (E4.16).
 */
export const ReportImportQuery = z.object({
  preview: z.optional(z.enum(['true', 'false', ''])),
  date: column,
  email: column,
  ...eachTextColumn(column),
  date_order: z.optional(z.enum(['day_first', 'month_first', ''])),
  authors: z.optional(chosenAuthors),
  existing: z.optional(z.enum(['keep', 'replace', ''])),
})
export type ReportImportQuery = z.infer<typeof ReportImportQuery>

const importOutcomes = ['new', 'changed', 'unchanged', 'kept', 'refused', 'skipped'] as const

/**
 * The result for a row.
 *
 * - `line`: the row number as in a spreadsheet (E4.17).
 * - `outcome`: `kept` if a report with a different text exists (E4.15).
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
 * An author of rows in the file.
 *
 * - `name`: as in the file, truncated to `limits.importSample` characters; '' if all reports are the caller's.
 * - `user_id`, `user_name`: null unless the name matches exactly one member, or `authors` assigns one.
 * - `reports`: the rows of this member without refused ones; for an unknown author, all rows.
 */
export const ImportedAuthor = z.object({
  name: z.string(),
  user_id: z.nullable(uuid),
  user_name: z.nullable(z.string()),
  reports: z.int(),
})
export type ImportedAuthor = z.infer<typeof ImportedAuthor>

/** A report that a row replaces: its text before and after, truncated to `limits.importSample` characters. */
export const ReplacedReport = z.object({
  line: z.int(),
  ...member,
  report_date: z.string(),
  before: words,
  after: words,
})
export type ReplacedReport = z.infer<typeof ReplacedReport>

const eachColumn = <Value extends z.core.$ZodType>(value: Value) =>
  z.object({ date: value, email: value, ...eachTextColumn(value) })

const counts = { new: z.int(), changed: z.int(), refused: z.int() }

/**
 * The result of an import or of its preview.
 *
 * - `id`: of the import; null in a preview.
 * - `columns`, `column_numbers`: the heading and the number (from 1) of each field's column; null without one.
 * - `samples`: the first rows of the file.
 * - `unreadable_characters`: the number of characters replaced by \uFFFD (E4.13).
 * - `replaced`: the first reports to be replaced.
 * - `date_order_needed`: rows are refused until the caller sets the order of day and month.
 * - `author_needed`: rows are refused until the caller selects the column `email`, or sets `#0` for their own reports
 *   (E4.12).
 * - `authors`: the authors of the rows, in file order; empty while `author_needed`.
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

export const undoOutcomes = ['removed', 'restored', 'left'] as const

const importStates = ['going_on', 'done', 'failed', 'stopped', 'undone'] as const

/**
 * An import of the last 24 hours.
 *
 * - `filed`: the number of processed rows, of `total`.
 * - `new`, `changed`, `refused`: planned numbers while the import runs, final numbers afterwards.
 * - `written_meanwhile`: the number of rows refused because the report was written, changed or deleted after the import
 *   began.
 * - `state`: `stopped` if the importer was deactivated, left, signed out, or may not write these reports any more.
 * - `user_id`, `user_name`: null after the importer has erased their account.
 * - `undo_until`: null if the import can no longer be undone.
 * - `removed`: the number of reports that the undo removed.
 * - `restored`: the number of reports that have their former text again, including reports deleted after the import.
 * - `left`: the number of reports that the undo did not change, because they were changed or commented on after the
 *   import.
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
