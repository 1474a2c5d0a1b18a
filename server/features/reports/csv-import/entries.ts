import { columnOfField, type ImportedAuthor, type ReportImportQuery } from '#contract/import.ts'
import type { Language } from '#contract/languages.ts'
import { writtenDate } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { reportFields, type ReportField, type ReportTexts } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { isReportTooLate } from '../daily-reports/operations.ts'
import { type Author, openDirectory } from './authors.ts'
import type { FileRead, FileRow } from './reading.ts'
import { selectMembers } from './sql.ts'

/** The result of checking one row of the file. */
export type Entry = { line: number } & (
  | { kind: 'refused'; message: string }
  | { kind: 'skipped' }
  | { kind: 'wanted'; userId: string; userName: string; day: string; words: ReportTexts; hashes: ReportTexts }
)
export type Wanted = Extract<Entry, { kind: 'wanted' }>

/**
 * The reports in the rows, with their authors. `author_needed`: all rows are refused until the caller selects the
 * column of the authors.
 */
export type Entries = { entries: Entry[]; authors: ImportedAuthor[]; author_needed: boolean }

/**
 * Returns the report of each row, or why the row is refused. Only administrators may import reports of others. If the
 * file may have several authors and no column is known to name them, all rows are refused (E4.12).
 */
export async function entriesOf(
  { database, now }: Services,
  scope: Scope,
  { rows, columns, candidates }: FileRead,
  fields: readonly ReportField[],
  { language, authors: given }: { language: Language; authors?: ReportImportQuery['authors'] },
): Promise<Entries> {
  const hasAuthors = columns.email >= 0
  const keys = hasAuthors ? [...new Set(rows.map(({ author }) => author.address))] : []
  const byName = candidates !== undefined || given !== undefined || keys.includes('')
  const members = await withTeamTransaction(database, { teamId: scope.teamId }, (db) =>
    selectMembers(db, scope, { keys, byName }),
  )
  const directory = openDirectory(members)
  const chosen = new Map(Object.entries(given ?? {}))
  const unknownIs = (one: Author) =>
    directory.isShared(one) ? 'imports.sharedName' : one.isAddress ? 'imports.unknownAddress' : 'imports.unknownMember'
  const byId = new Map(members.map((member) => [member.id, member]))
  const caller = byId.get(scope.userId)
  const seen = new Set<string>()
  const authors = new Map<string, ImportedAuthor>()
  let isAuthorUnclear = candidates?.some((one) => directory.mayNameOthers(one, scope.userId)) ?? false
  if (columns.date < 0) return { entries: [], authors: [], author_needed: isAuthorUnclear }
  const translate = texts(language)
  const messages = new Map<string, string>()
  const refusal = (line: number, ...said: Parameters<typeof translate>): Entry => {
    const key = JSON.stringify(said)
    const message = messages.get(key) ?? translate(...said)
    messages.set(key, message)
    return { line, kind: 'refused', message }
  }
  const entries = rows.map((row): Entry => {
    const { line, words, hashes } = row
    const refuse = (...said: Parameters<typeof translate>) => refusal(line, ...said)
    if (row.isSkipped) return { line, kind: 'skipped' }
    if (hasAuthors && row.author.cell === '') return refuse('imports.noEmail')
    const name = hasAuthors ? row.author.cell.slice(0, limits.importSample) : ''
    const named = hasAuthors ? directory.memberOf(row.author) : caller
    const chosenId = named ? undefined : chosen.get(name)
    const member = named ?? byId.get(chosenId ?? '')
    const author = authorOf(authors, named?.id ?? `name ${name}`, name, member)
    if (!member) {
      author.reports += 1
      if (chosenId === null) return { line, kind: 'skipped' }
      return refuse(unknownIs(row.author), { name })
    }
    if (member.id !== scope.userId && !scope.isAdmin) return refuse('errors.admins_only')
    const date = row.dateCell
    if (date === '') return refuse('imports.noDate')
    if (row.date === 'unclear') return refuse('imports.dateUnclear', { date })
    if (row.failure === 'not_a_date') return refuse('imports.notADate', { date })
    if (row.failure) return refuse(`fieldErrors.${row.failure}`)
    if (fields.every((field) => words[field] === '')) return refuse('imports.empty')
    const day = dayOf(row.date, member.time_zone)
    if (!writtenDate.safeParse(day).success) return refuse('fieldErrors.year_out_of_range')
    if (isReportTooLate({ report_date: day }, now())) return refuse('imports.inFuture', { date })
    const place = `${member.id} ${day}`
    if (seen.has(place)) {
      isAuthorUnclear ||= candidates !== undefined
      return refuse('imports.twice')
    }
    seen.add(place)
    author.reports += 1
    return { line, kind: 'wanted', userId: member.id, userName: member.display_name, day, words, hashes }
  })
  if (!isAuthorUnclear) return { entries, authors: [...authors.values()], author_needed: false }
  const refused = entries.map((entry) =>
    entry.kind === 'skipped' ? entry : refusal(entry.line, 'imports.authorUnclear'),
  )
  return { entries: refused, authors: [], author_needed: true }
}

/** Returns an author's entry in `authors`, and adds it if this is the author's first row. */
function authorOf(
  authors: Map<string, ImportedAuthor>,
  key: string,
  name: string,
  member: { id: string; display_name: string } | undefined,
): ImportedAuthor {
  const known = authors.get(key) ?? {
    name,
    user_id: member?.id ?? null,
    user_name: member?.display_name ?? null,
    reports: 0,
  }
  authors.set(key, known)
  return known
}

export const fieldsOf = (columns: FileRead['columns']): ReportField[] =>
  reportFields.filter((field) => columns[columnOfField[field]] >= 0)

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Returns the day of a moment in the member's zone (E4.02), as YYYY-MM-DD. */
function dayOf(date: Exclude<FileRow['date'], 'unclear'>, zone: string): string {
  if ('day' in date) return date.day
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  calendars.set(zone, calendar)
  return calendar.format(date.moment)
}
