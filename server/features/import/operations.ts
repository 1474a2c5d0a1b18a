import { type ImportedReports, type ImportColumn, importColumns, type ReportImportQuery } from '#contract/import.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { eachField, type ReportField } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { openReportImports } from '../report-imports/operations.ts'
import { entriesOf, type Entry, fieldsOf, type Wanted } from './entries.ts'
import { type FileRead, readFile } from './reading.ts'
import { selectBeginning, selectWritten } from './sql.ts'

type Asked = ReportImportQuery & { language: Language }
type Outcome = ImportedReports['rows'][number]['outcome']

const patience = 6_000 // milliseconds, for the answer; a browser waits for ten seconds

/** Reads files, says what their rows would do, and files them. */
export function openImports(services: Services) {
  const reportImports = openReportImports(services)
  return {
    end: reportImports.end,

    /**
     * Files the reports of a table, and returns what became of each row (N10.03, decision 58): the same table twice changes nothing.
     * Nobody is notified; only open screens follow.
     * @returns `isDone`: whether all rows are filed; otherwise the import goes on
     * @throws AppError csv_unreadable: no CSV, or no column of dates; encoding_unknown; too_large
     */
    async importFile(
      scope: Scope,
      file: Uint8Array,
      asked: Asked,
    ): Promise<{ answer: ImportedReports; isDone: boolean }> {
      const late = AbortSignal.timeout(patience)
      const isPreview = asked.preview === 'true'
      const read = await readFile(file, asked)
      if (typeof read === 'string') throw new AppError(read)
      if (read.columns.date < 0 && !isPreview) throw new AppError('csv_unreadable')
      const fields = fieldsOf(read.columns)
      const entries = read.columns.date < 0 ? [] : await entriesOf(services, scope, read, fields, asked.language)
      const outcomes = await outcomesOf(services, scope, entries, fields)
      const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
      const counts = { new: count('new'), changed: count('changed'), refused: count('refused') }
      const answer: ImportedReports = {
        id: null,
        ...aboutFile(read),
        rows: entries.map((entry, index) => ({
          line: entry.line,
          outcome: outcomes[index]!,
          message: entry.kind === 'refused' ? entry.message : null,
        })),
        ...counts,
        replaced: [],
      }
      const isOf = (wanted: readonly Outcome[]) =>
        entries.filter((entry, index): entry is Wanted => wanted.includes(outcomes[index]!))
      if (isPreview)
        return {
          answer: { ...answer, replaced: await replacedBy(services, scope, isOf(['changed']), fields) },
          isDone: true,
        }
      const rows = isOf(['new', 'changed'])
      if (rows.length === 0) return { answer, isDone: true }
      const { new: added, changed, refused } = counts
      const { id, isDone } = await reportImports.begin(scope, { rows, fields, added, changed, refused }, late)
      return { answer: { ...answer, id }, isDone }
    },
  }
}

function aboutFile({ headings, columns, samples, order, isOrderUnclear }: FileRead) {
  const each = <Value>(valueOf: (place: number) => Value) =>
    Object.fromEntries(
      importColumns.map((column) => [column, columns[column] < 0 ? null : valueOf(columns[column])]),
    ) as Record<ImportColumn, Value | null>
  return {
    columns: each((place) => headings[place] ?? null),
    column_numbers: each((place) => place + 1),
    headings,
    samples,
    date_order: order ?? null,
    date_order_needed: isOrderUnclear,
  }
}

/** Returns what becomes of each row, beside the reports that exist. */
async function outcomesOf(
  { database }: Services,
  { teamId }: Scope,
  entries: readonly Entry[],
  fields: readonly ReportField[],
): Promise<Outcome[]> {
  const wanted = entries.filter((entry) => entry.kind === 'wanted')
  const written = await inTeam(database, { teamId }, (db) => selectWritten(db, { teamId }, wanted, fields))
  const isSame = new Map(written.map(({ user_id, report_date, is_same }) => [`${user_id} ${report_date}`, is_same]))
  return entries.map((entry) => {
    if (entry.kind !== 'wanted') return entry.kind
    const same = isSame.get(`${entry.userId} ${entry.day}`)
    return same === undefined ? 'new' : same ? 'unchanged' : 'changed'
  })
}

/** Returns the first reports that rows replace, before and after (E4.01). */
const replacedBy = (
  { database }: Services,
  { teamId }: Scope,
  changed: readonly Wanted[],
  fields: readonly ReportField[],
): Promise<ImportedReports['replaced']> =>
  inTeam(database, { teamId }, async (db) => {
    const replaced: ImportedReports['replaced'] = []
    for (const { line, userId, userName, day, words } of changed.slice(0, limits.importReplaced)) {
      const before = await selectBeginning(db, { teamId }, { userId, day }, limits.importSample)
      if (!before) continue
      const after = eachField((field) =>
        fields.includes(field) ? words[field].slice(0, limits.importSample) : before[field],
      )
      replaced.push({ line, user_id: userId, user_name: userName, report_date: day, before, after })
    }
    return replaced
  })
