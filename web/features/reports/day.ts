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

export type Roll = { present: User[]; absent: User[] }

/** The active members: those with a report in the order in which they came in, then the others. */
export function rollOf(members: readonly User[], reports: readonly Report[]): Roll {
  const active = members.filter((member) => member.is_active)
  return {
    present: byTime(reports).flatMap((report) => active.find((member) => sameId(member.id, report.user_id)) ?? []),
    absent: active.filter((member) => !reportBy(member.id, reports)),
  }
}

/** Shown for today and yesterday, and for an earlier day that has a report of mine (S4.47, S4.48). */
export const mayWrite = (date: CalendarDate, today: CalendarDate, own: Report | undefined) =>
  own !== undefined || date >= addDays(today, -1)

/** Whether the day may have something to say to somebody new: their team has first steps, or it is their first day. */
export const mayBeFirstMinute = ({ is_admin, joined_on, team }: Me, today: CalendarDate) =>
  joined_on === today || (is_admin && team.first_steps.length > 0)
