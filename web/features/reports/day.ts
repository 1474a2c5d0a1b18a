import { type DaysOff, type Expected, expectationOn } from '#contract/due.ts'
import { eachField, reportFields, type Words } from '#contract/report-fields.ts'
import type { LatestReport, Report } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { addDays, type CalendarDate } from '../../lib/dates.ts'

export const noWords: Words = eachField(() => '')

export const sameWords = (one: Words, other: Words) => reportFields.every((field) => one[field] === other[field])

export const wordsOf = (report: Words): Words => eachField((field) => report[field])

/** What was kept in the browser: a field that its version did not know is empty. Undefined where it is something else. */
export function readWords(stored: Partial<Words>): Words | undefined {
  const words = eachField((field) => stored[field] ?? '')
  return Object.values(words).every((text) => typeof text === 'string') ? words : undefined
}

/** What a new report starts from: the plan of the latest one twice, and its blocker (S4.45). */
export const prefill = (latest: LatestReport | undefined): Words =>
  latest
    ? { ...noWords, yesterday_work: latest.today_plan, today_plan: latest.today_plan, issues: latest.blocker }
    : noWords

const sameId = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A member's report of the day, found by user id without regard to case. */
export const reportBy = (userId: string | undefined, reports: readonly Report[]) =>
  userId === undefined ? undefined : reports.find((report) => sameId(report.user_id, userId))

const submittedAt = (report: Report) => Date.parse(report.created_at)

const byTime = (reports: readonly Report[]) => reports.toSorted((a, b) => submittedAt(a) - submittedAt(b))

/** My own report first, then the others in the order in which they came in. */
export function inReadingOrder(reports: readonly Report[], userId: string | undefined) {
  const own = reportBy(userId, reports)
  const rest = byTime(reports.filter((report) => report !== own))
  return own ? [own, ...rest] : rest
}

export const hasBlocker = (report: Pick<Report, 'issues'>) => report.issues.trim() !== ''

/** `isDue`: whether anybody's report was due on that day. */
export type Roll = { present: User[]; absent: User[]; isDue: boolean }

/** The active members: those with a report in the order in which they came in, then the others of whom one was due. */
export function rollOf(
  members: readonly User[],
  reports: readonly Report[],
  date: CalendarDate,
  daysOff: DaysOff,
): Roll {
  const active = members.filter((member) => member.is_active)
  const due = active.filter((member) => expectationOn(member, date, daysOff).due)
  return {
    present: byTime(reports).flatMap((report) => active.find((member) => sameId(member.id, report.user_id)) ?? []),
    absent: due.filter((member) => !reportBy(member.id, reports)),
    isDue: due.length > 0,
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

/** Why a report cannot be written on a day: it is over, or was before the member joined. */
export type Closed = 'past' | 'before-joining'

/** What of today and of the member decides whether a day can be written about. */
export type Writing = {
  today: CalendarDate
  own: Report | undefined
  member: Expected | undefined
  daysOff: DaysOff
}

/** Undefined where it can: from the earliest writable day on, and where I have one already (S4.47, S4.48). */
export function whyClosed(date: CalendarDate, { today, own, member, daysOff }: Writing): Closed | undefined {
  if (own || date >= earliestWritable(today, member, daysOff)) return undefined
  return member && expectationOn(member, date, daysOff).reason === 'before-joining' ? 'before-joining' : 'past'
}

/** Whether the day may have something to say to somebody new: their team has first steps, or it is their first day. */
export const mayBeFirstMinute = ({ is_admin, joined_on, team }: Me, today: CalendarDate) =>
  joined_on === today || (is_admin && team.first_steps.length > 0)
