import { type ImportColumn, importColumns, type ImportedReports, type ReportImportQuery } from '#contract/import.ts'
import { type FieldErrorCode, fieldErrorCodes } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { reportFields } from '#contract/report-fields.ts'
import { ReportDraft } from '#contract/reports.ts'
import { emailKey } from '#server/access/email-key.ts'
import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { isReportTooLate, keepImported } from '../reports/operations.ts'
import { columnsOf, dateIn, folded } from './policy.ts'
import { selectMembers, selectReports } from './sql.ts'
import { readTable, type Row } from './table.ts'

type Refusal = { refused: string }
type Entry = { line: number } & (Refusal | { skipped: true } | { userId: string; draft: ReportDraft })
type Asked = ReportImportQuery & { language: Language }

/**
 * Files the reports of a table, and says what became of each row (N10.03, decision 48): the same table twice changes nothing.
 * One's own are everybody's to import, others' the administrators'. Nobody is told but open screens.
 * @throws AppError csv_unreadable: no CSV, or no column of days; too_large: more rows than at once
 */
export async function importReports(
  services: Services,
  scope: Scope,
  file: Buffer,
  asked: Asked,
): Promise<ImportedReports> {
  const { first, rows, columns } = tableIn(file, asked)
  const entries = await entriesOf(services, scope, rows, { columns, kind: first.map(folded).indexOf('kind'), ...asked })
  const wanted = entries.filter((entry) => 'draft' in entry)
  const before = await writtenBefore(services, scope, wanted)
  const outcomeOf = (entry: Entry) => {
    if ('refused' in entry) return 'refused'
    if ('skipped' in entry) return 'skipped'
    const written = before.get(placeOf(entry))
    if (!written) return 'new'
    return reportFields.every((field) => written[field] === entry.draft[field]) ? 'unchanged' : 'changed'
  }
  const outcomes = entries.map((entry) => ({
    line: entry.line,
    outcome: outcomeOf(entry),
    message: 'refused' in entry ? entry.refused : null,
  })) satisfies ImportedReports['rows']
  if (asked.preview !== 'true')
    for (const [userId, drafts] of Map.groupBy(wanted.filter(differs), ({ userId }) => userId))
      await keepImported(
        services,
        { teamId: scope.teamId, userId },
        drafts.map(({ draft }) => draft),
      )
  function differs(entry: Entry) {
    return ['new', 'changed'].includes(outcomeOf(entry))
  }
  const count = (outcome: string) => outcomes.filter((row) => row.outcome === outcome).length
  return {
    columns: Object.fromEntries(
      importColumns.map((column) => [column, first[columns[column]] ?? null]),
    ) as ImportedReports['columns'],
    rows: outcomes,
    new: count('new'),
    changed: count('changed'),
    refused: count('refused'),
  }
}

function tableIn(file: Buffer, named: ReportImportQuery) {
  const [head, ...rows] = readTable(file) ?? []
  const columns = columnsOf(head?.cells ?? [], named)
  if (!head || columns.date < 0) throw new AppError('csv_unreadable')
  if (rows.length > limits.importRows) throw new AppError('too_large')
  return { first: head.cells, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), columns }
}

const placeOf = ({ userId, draft }: { userId: string; draft: ReportDraft }) => `${userId} ${draft.report_date}`

/** What each row asks for, or why it cannot be done. */
async function entriesOf(
  { database, now }: Services,
  scope: Scope,
  rows: readonly Row[],
  { columns, kind, language }: { columns: Record<ImportColumn, number>; kind: number; language: Language },
): Promise<Entry[]> {
  const speak = texts(language)
  const textIn = ({ cells }: Row, column: ImportColumn) => cells[columns[column]]?.trim() ?? ''
  const keys = [...new Set(rows.map((row) => emailKey(textIn(row, 'email'))))]
  const members = await inTeam(database, scope, (db) => selectMembers(db, scope, keys))
  const memberOf = new Map(members.map(({ email_key, id }) => [email_key, id]))
  const seen = new Set<string>()
  return rows.map((row) => {
    const { line } = row
    const refuse = (refused: string) => ({ line, refused })
    if (kind >= 0 && row.cells[kind] !== 'report') return { line, skipped: true }
    const email = textIn(row, 'email')
    const userId = email === '' ? scope.userId : memberOf.get(emailKey(email))
    if (!userId) return refuse(speak('imports.unknownMember'))
    if (userId !== scope.userId && !scope.isAdmin) return refuse(speak('errors.admins_only'))
    const draft = {
      report_date: dateIn(textIn(row, 'date')),
      yesterday_work: textIn(row, 'yesterday'),
      today_plan: textIn(row, 'today'),
      issues: textIn(row, 'blockers'),
    }
    const checked = ReportDraft.safeParse(draft)
    if (!checked.success) return refuse(speak(`fieldErrors.${codeOf(checked.error.issues[0]?.message)}`))
    if (reportFields.every((field) => draft[field] === '')) return refuse(speak('imports.empty'))
    if (isReportTooLate(draft, now())) return refuse(speak('errors.date_in_future'))
    const place = placeOf({ userId, draft })
    if (seen.has(place)) return refuse(speak('imports.twice'))
    seen.add(place)
    return { line, userId, draft }
  })
}

const codeOf = (message: string | undefined): FieldErrorCode =>
  fieldErrorCodes.find((code) => code === message) ?? 'invalid'

async function writtenBefore(
  { database }: Services,
  scope: Scope,
  wanted: readonly { userId: string; draft: ReportDraft }[],
) {
  const users = [...new Set(wanted.map(({ userId }) => userId))]
  const days = [...new Set(wanted.map(({ draft }) => draft.report_date))]
  const written = await inTeam(database, scope, (db) => selectReports(db, scope, users, days))
  return new Map(written.map((report) => [`${report.user_id} ${report.report_date}`, report]))
}
