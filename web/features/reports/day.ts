import type { Half } from '#contract/absences.ts'
import { type DaysOff, type Expected, expectationOn } from '#contract/due.ts'
import { eachField, reportFields, type Words } from '#contract/report-fields.ts'
import type { Report } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { addDays, type CalendarDate } from '../../lib/dates.ts'

export const sameWords = (one: Words, other: Words) => reportFields.every((field) => one[field] === other[field])

export const wordsOf = (report: Words): Words => eachField((field) => report[field])

/** What was kept in the browser: a field that its version did not know is empty. Undefined where it is something else. */
export function readWords(stored: Partial<Words>): Words | undefined {
  const words = eachField((field) => stored[field] ?? '')
  return Object.values(words).every((text) => typeof text === 'string') ? words : undefined
}

const sameId = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A member's report of the day, found by user id without regard to case. */
export const reportBy = <T extends Report>(userId: string | undefined, reports: readonly T[]): T | undefined =>
  userId === undefined ? undefined : reports.find((report) => sameId(report.user_id, userId))

const submittedAt = (report: Report) => Date.parse(report.created_at)

const byTime = <T extends Report>(reports: readonly T[]) => reports.toSorted((a, b) => submittedAt(a) - submittedAt(b))

/** My own report first, then the others in the order in which they came in. */
export function inReadingOrder<T extends Report>(reports: readonly T[], userId: string | undefined) {
  const own = reportBy(userId, reports)
  const rest = byTime(reports.filter((report) => report !== own))
  return own ? [own, ...rest] : rest
}

/** Of a day's active members, each in one place: who has reported in the order of the reports, the others by name. */
export type Roll = {
  present: User[]
  /** Those of whom a report is due. */
  absent: User[]
  away: { member: User; until: CalendarDate }[]
  /** Those who do not work on that weekday, where others do. */
  off: User[]
  /** Who is there for half of the day, whether they have reported or not. */
  halves: ReadonlyMap<string, Half>
  /** Whether anybody's report was due on that day. */
  isDue: boolean
}

export function rollOf(
  members: readonly User[],
  reports: readonly Report[],
  date: CalendarDate,
  daysOff: DaysOff,
): Roll {
  const active = members.filter((member) => member.is_active)
  const expected = active.map((member) => ({ member, ...expectationOn(member, date, daysOff) }))
  const reporting = new Set(reports.map((report) => report.user_id.toLowerCase()))
  const silent = expected.filter(({ member }) => !reporting.has(member.id.toLowerCase()))
  const byId = new Map(active.map((member) => [member.id.toLowerCase(), member]))
  const absenceOf = ({ id }: User) =>
    daysOff.absences.find(({ user_id, from, until }) => user_id === id && from <= date && date <= until)
  const isDue = expected.some(({ due }) => due)
  const away = silent.flatMap(({ member, reason }) => {
    const absence = reason === 'away' ? absenceOf(member) : undefined
    return absence ? { member, until: absence.until } : []
  })
  return {
    present: byTime(reports).flatMap((report) => byId.get(report.user_id.toLowerCase()) ?? []),
    absent: silent.flatMap(({ member, due }) => (due ? member : [])),
    away,
    off:
      isDue || away.length > 0
        ? silent.flatMap(({ member, reason }) => (reason === 'day-off-pattern' ? member : []))
        : [],
    halves: new Map(
      expected.flatMap(({ member, due }) => {
        const half = due && absenceOf(member)?.half
        return half ? [[member.id, half]] : []
      }),
    ),
    isDue,
  }
}

const dayOff = new Set<string | null>(['day-off-pattern', 'holiday', 'away'])

/** The first day that can be written about: yesterday, or the member's last due day where that is earlier (N4.07). */
export function earliestWritable(today: CalendarDate, member: Expected | undefined, daysOff: DaysOff): CalendarDate {
  const yesterday = addDays(today, -1)
  if (!member) return yesterday
  let date = yesterday
  while (dayOff.has(expectationOn(member, date, daysOff).reason)) date = addDays(date, -1)
  return expectationOn(member, date, daysOff).due ? date : yesterday
}

/** Why a report cannot be written on a day: it is over, was before the member joined, or they only read. */
export type Closed = 'past' | 'before-joining' | 'not-a-writer'

/** What of today and of the member decides whether a day can be written about. */
export type Writing = {
  today: CalendarDate
  own: Report | undefined
  member: Expected | undefined
  daysOff: DaysOff
  /** Whether a report was due on the day, in a month of mine that is neither submitted nor approved (E2.02). */
  isMissing: boolean
}

/** Undefined if it can: from the earliest writable day on, if I have one already, or if it is missing (S4.47, S4.48). */
export function whyClosed(date: CalendarDate, { today, own, member, daysOff, isMissing }: Writing): Closed | undefined {
  if (member?.writes === false) return 'not-a-writer'
  if (own || isMissing || date >= earliestWritable(today, member, daysOff)) return undefined
  return member && expectationOn(member, date, daysOff).reason === 'before-joining' ? 'before-joining' : 'past'
}

/** Whether the day may have something to say to somebody new: their team has first steps, or it is their first day. */
export const mayBeFirstMinute = ({ is_admin, joined_on, team }: Me, today: CalendarDate) =>
  joined_on === today || (is_admin && team.first_steps.length > 0)
