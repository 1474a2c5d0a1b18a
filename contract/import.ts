import * as z from 'zod/mini'
import { text } from './fields.ts'

/** What a table may have of a report, by the names that `POST /import` has for it. */
export const importColumns = ['date', 'email', 'yesterday', 'today', 'blockers'] as const
export type ImportColumn = (typeof importColumns)[number]

const column = z.optional(text(200))

/** `preview`: `true` says what would be done. The others name a column where its heading does not tell what it is. */
export const ReportImportQuery = z.object({
  preview: z.optional(z.enum(['true', 'false', ''])),
  date: column,
  email: column,
  yesterday: column,
  today: column,
  blockers: column,
})
export type ReportImportQuery = z.infer<typeof ReportImportQuery>

export const importOutcomes = ['new', 'changed', 'unchanged', 'refused', 'skipped'] as const

/** `line`: of the file, from 1 on, where the row begins. `message`: why it is refused. */
export const ImportedReport = z.object({
  line: z.int(),
  outcome: z.enum(importOutcomes),
  message: z.nullable(z.string()),
})
export type ImportedReport = z.infer<typeof ImportedReport>

const heading = z.nullable(z.string())

/** `columns`: the headings that were taken for what a report has; null where none was. */
export const ImportedReports = z.object({
  columns: z.object({ date: heading, email: heading, yesterday: heading, today: heading, blockers: heading }),
  rows: z.array(ImportedReport),
  new: z.int(),
  changed: z.int(),
  refused: z.int(),
})
export type ImportedReports = z.infer<typeof ImportedReports>
