import type { Language } from '#contract/languages.ts'
import { reportFields, type ReportField, type Words } from '#contract/report-fields.ts'
import { emailKey } from '#server/access/email-key.ts'
import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { isReportTooLate } from '../reports/operations.ts'
import type { FileRead, FileRow } from './reading.ts'
import { selectMembers } from './sql.ts'

/** A row of the file, once it is clear whether it can be filed. */
export type Entry = { line: number } & (
  | { kind: 'refused'; message: string }
  | { kind: 'skipped' }
  | { kind: 'wanted'; userId: string; userName: string; day: string; words: Words; hashes: Words }
)
export type Wanted = Extract<Entry, { kind: 'wanted' }>

/** Returns what each row asks for, or why it is refused. Only administrators import the reports of others. */
export async function entriesOf(
  { database, now }: Services,
  scope: Scope,
  { rows, columns }: FileRead,
  fields: readonly ReportField[],
  language: Language,
): Promise<Entry[]> {
  const hasEmails = columns.email >= 0
  const keys = hasEmails ? [...new Set(rows.map(({ email }) => emailKey(email)))] : []
  const team = { teamId: scope.teamId }
  const members = await inTeam(database, team, (db) => selectMembers(db, scope, keys))
  const byKey = new Map(members.map((member) => [member.email_key, member]))
  const caller = members.find(({ id }) => id === scope.userId)
  const seen = new Set<string>()
  const speak = texts(language)
  const messages = new Map<Parameters<typeof speak>[0], string>()
  return rows.map((row): Entry => {
    const { line, words, hashes } = row
    const refuse = (key: Parameters<typeof speak>[0]): Entry => {
      const message = messages.get(key) ?? speak(key)
      messages.set(key, message)
      return { line, kind: 'refused', message }
    }
    if (row.isSkipped) return { line, kind: 'skipped' }
    if (hasEmails && row.email === '') return refuse('imports.noEmail')
    const member = hasEmails ? byKey.get(emailKey(row.email)) : caller
    if (!member) return refuse('imports.unknownMember')
    if (member.id !== scope.userId && !scope.isAdmin) return refuse('errors.admins_only')
    if (row.date === 'unclear') return refuse('imports.dateUnclear')
    if (row.failure) return refuse(`fieldErrors.${row.failure}`)
    if (fields.every((field) => words[field] === '')) return refuse('imports.empty')
    const day = dayOf(row.date, member.time_zone)
    if (isReportTooLate({ report_date: day }, now())) return refuse('errors.date_in_future')
    const place = `${member.id} ${day}`
    if (seen.has(place)) return refuse('imports.twice')
    seen.add(place)
    return { line, kind: 'wanted', userId: member.id, userName: member.display_name, day, words, hashes }
  })
}

/** Returns the text fields for which the file has a column. */
export const fieldsOf = (columns: FileRead['columns']): ReportField[] => {
  const places = [columns.yesterday, columns.today, columns.blockers]
  return reportFields.filter((_, index) => places[index]! >= 0)
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Returns the day of a moment in the member's zone (E4.02), as YYYY-MM-DD. */
function dayOf(date: Exclude<FileRow['date'], 'unclear'>, zone: string): string {
  if ('day' in date) return date.day
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  calendars.set(zone, calendar)
  return calendar.format(date.moment)
}
