import { type ImportedReports, type ImportColumn, importColumns, type ReportImportQuery } from '#contract/import.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { eachField, type ReportField } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { openReportImports } from '../report-imports/operations.ts'
import { entriesOf, type Entry, fieldsOf, type Wanted } from './entries.ts'
import { holdFile, readInTurn } from './in-turn.ts'
import type { FileRead } from './reading.ts'
import { selectBeginning, selectWritten } from './sql.ts'

type Asked = ReportImportQuery & { language: Language }
type Imported = { answer: ImportedReports; isDone: boolean }
type Outcome = ImportedReports['rows'][number]['outcome']

const answerTimeoutMs = 6_000 // milliseconds until the answer; a browser waits for ten seconds

/** Previews and runs imports of reports. */
export function openImports(services: Services) {
  const { database } = services
  const reportImports = openReportImports(services)
  return {
    end: reportImports.end,

    /**
     * Imports the reports of a table and returns the outcome of each row (N10.03, decision 58). Importing the same
     * table twice changes nothing. Sends no notifications, but updates open screens. A request with the same
     * idempotency key gets the same answer.
     * @param file the bytes of the file as a string (latin1): each character is one byte
     * @param gone aborts if the client has gone: a file that still waits is then not read
     * @returns `isDone`: whether all rows are imported; otherwise the import continues
     * @throws AppError csv_unreadable: the file is no CSV, or has no column of dates; encoding_unknown; too_large;
     * too_many_attempts; busy
     */
    async importFile(scope: Scope, file: string, asked: Asked, gone: AbortSignal): Promise<Imported> {
      // The import continues after the response, so an early response frees memory and loses nothing.
      const early = new AbortController()
      const { release } = holdFile(scope, { size: file.length, end: () => early.abort() })
      try {
        return await fileReports(scope, file, asked, { gone, early: early.signal })
      } finally {
        release()
      }
    },
  }

  async function fileReports(
    scope: Scope,
    file: string,
    asked: Asked,
    { gone, early }: { gone: AbortSignal; early: AbortSignal },
  ): Promise<Imported> {
    const late = AbortSignal.any([early, AbortSignal.timeout(answerTimeoutMs)])
    const read = await readInTurn(scope, file, asked, gone)
    if (typeof read === 'string') throw new AppError(read)
    const isPreview = asked.preview === 'true'
    if (read.columns.date < 0 && !isPreview) throw new AppError('csv_unreadable')
    const fields = fieldsOf(read.columns)
    const { entries, ...about } = await entriesOf(services, scope, read, fields, asked)
    const planOf = async (db: Db) => {
      const written = await writtenBefore(db, scope, entries, fields)
      const outcomes = entries.map((entry) => outcomeOf(entry, written, asked.existing === 'replace'))
      const isOf = (wanted: readonly Outcome[]) =>
        entries.filter((entry, index): entry is Wanted => wanted.includes(outcomes[index]!))
      const answer = { id: null, ...aboutFile(read), ...about, ...summary(entries, outcomes), replaced: [] }
      return { written, isOf, answer }
    }
    if (isPreview)
      return withTeamTransaction(database, { teamId: scope.teamId }, async (db) => {
        const { answer, isOf } = await planOf(db)
        return {
          answer: { ...answer, replaced: await replacedBy(db, scope, isOf(['changed']), fields) },
          isDone: true,
        }
      })
    const answer = await withTeamTransaction(database, scope, async (db): Promise<ImportedReports> => {
      const { answer: planned, isOf, written } = await planOf(db)
      const rows = isOf(['new', 'changed']).map(({ userId, day, words }) => ({
        userId,
        day,
        words,
        seenAt: written.get(keyOf({ userId, day }))?.seen_at ?? null,
      }))
      if (rows.length === 0) return planned
      const { new: added, changed, refused } = planned
      return { ...planned, id: await reportImports.keep(db, scope, { rows, fields, added, changed, refused }) }
    })
    if (answer.id === null) return { answer, isDone: true }
    const { isDone, left } = await reportImports.file(scope, answer.id, late)
    const leftKeys = new Set(left.map(({ user_id, report_date }) => keyOf({ userId: user_id, day: report_date })))
    const leftLines = new Set(
      entries.flatMap((entry) => (entry.kind === 'wanted' && leftKeys.has(keyOf(entry)) ? entry.line : [])),
    )
    const translate = texts(asked.language)
    return { answer: withoutLines(answer, leftLines, translate('imports.writtenMeanwhile')), isDone }
  }
}

function withoutLines(answer: ImportedReports, lines: ReadonlySet<number>, message: string): ImportedReports {
  if (lines.size === 0) return answer
  const rows = answer.rows.map((row) => (lines.has(row.line) ? { ...row, outcome: 'refused' as const, message } : row))
  return { ...answer, rows, ...countsOf(rows.map(({ outcome }) => outcome)) }
}

function aboutFile({ headings, columns, samples, unreadable, order, isOrderUnclear }: FileRead) {
  const each = <Value>(valueOf: (place: number) => Value) =>
    Object.fromEntries(
      importColumns.map((column) => [column, columns[column] < 0 ? null : valueOf(columns[column])]),
    ) as Record<ImportColumn, Value | null>
  return {
    columns: each((place) => headings[place] ?? null),
    column_numbers: each((place) => place + 1),
    headings,
    samples,
    unreadable_characters: unreadable,
    date_order: order ?? null,
    date_order_needed: isOrderUnclear,
  }
}

const keyOf = ({ userId, day }: Pick<Wanted, 'userId' | 'day'>) => `${userId} ${day}`

/** Existing reports by `keyOf`. */
type Written = ReadonlyMap<string, Pick<Awaited<ReturnType<typeof selectWritten>>[number], 'seen_at' | 'is_same'>>

async function writtenBefore(
  db: Db,
  scope: Scope,
  entries: readonly Entry[],
  fields: readonly ReportField[],
): Promise<Written> {
  const wanted = entries.filter((entry) => entry.kind === 'wanted')
  const written = await selectWritten(db, scope, wanted, fields)
  return new Map(written.map(({ user_id, report_date, ...one }) => [keyOf({ userId: user_id, day: report_date }), one]))
}

/** Returns the outcome of a row. It depends on the existing reports. */
function outcomeOf(entry: Entry, written: Written, replaces: boolean): Outcome {
  if (entry.kind !== 'wanted') return entry.kind
  const before = written.get(keyOf(entry))
  if (!before) return 'new'
  return before.is_same ? 'unchanged' : replaces ? 'changed' : 'kept'
}

function summary(entries: readonly Entry[], outcomes: readonly Outcome[]) {
  const rows = entries.map((entry, index) => ({
    line: entry.line,
    outcome: outcomes[index]!,
    message: entry.kind === 'refused' ? entry.message : null,
  }))
  return { rows, ...countsOf(outcomes) }
}

function countsOf(outcomes: readonly Outcome[]) {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  return { new: count('new'), changed: count('changed'), refused: count('refused'), kept: count('kept') }
}

/** Returns the first replaced reports, each with the beginning of its texts before and after the import (E4.01). */
async function replacedBy(
  db: Db,
  scope: Scope,
  changed: readonly Wanted[],
  fields: readonly ReportField[],
): Promise<ImportedReports['replaced']> {
  const replaced: ImportedReports['replaced'] = []
  for (const { line, userId, userName, day, words } of changed.slice(0, limits.importReplaced)) {
    const before = await selectBeginning(db, scope, { userId, day }, limits.importSample)
    if (!before) continue
    const after = eachField((field) =>
      fields.includes(field) ? words[field].slice(0, limits.importSample) : before[field],
    )
    replaced.push({ line, user_id: userId, user_name: userName, report_date: day, before, after })
  }
  return replaced
}
