import type { Half } from '#contract/absences.ts'
import { type DaysOff, type MemberSchedule, dueStatusOn } from '#contract/due.ts'
import { emptyReport, reportFields, type ReportValues, valueFields, withChanges } from '#contract/report-fields.ts'
import type { Report } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'

export const sameValues = (one: ReportValues, other: ReportValues) =>
  valueFields.every((field) => one[field] === other[field])

/** Reads stored values. Adds fields that an older version did not store, as empty. Returns undefined for other data. */
export function readValues(stored: Partial<ReportValues>): ReportValues | undefined {
  const values = withChanges(emptyReport, stored)
  return reportFields.every((field) => typeof values[field] === 'string') ? values : undefined
}

const sameId = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Finds a member's report among the reports of a day. The case of the user id does not matter. */
export const reportBy = <T extends Report>(userId: string | undefined, reports: readonly T[]): T | undefined =>
  userId === undefined ? undefined : reports.find((report) => sameId(report.user_id, userId))

const submittedAt = (report: Report) => Date.parse(report.created_at)

const byTime = <T extends Report>(reports: readonly T[]) => reports.toSorted((a, b) => submittedAt(a) - submittedAt(b))

/** Returns the member's own report first, then the others by submission time. */
export function inReadingOrder<T extends Report>(reports: readonly T[], userId: string | undefined) {
  const own = reportBy(userId, reports)
  const rest = byTime(reports.filter((report) => report !== own))
  return own ? [own, ...rest] : rest
}

/**
 * The active members on a day. Those with a report are in order of submission, all others are sorted by name. A member
 * from whom no report is due for another reason, such as a holiday, is in no list.
 */
export type Attendance = {
  /** The members with a report. */
  present: User[]
  /** The members with a due but missing report. */
  absent: User[]
  /** The members without a report who are absent, each with the last day of the absence. */
  away: { member: User; until: CalendarDate }[]
  /** The members without a report who do not work on this weekday. Empty if nobody is away and no report is due. */
  notWorking: User[]
  /** The ids of the members who are absent for half of the day. These members are also in `present` or `absent`. */
  halves: ReadonlyMap<string, Half>
  isDue: boolean
}

export function attendanceOf(
  members: readonly User[],
  reports: readonly Report[],
  date: CalendarDate,
  daysOff: DaysOff,
): Attendance {
  const active = members.filter((member) => member.is_active)
  const statuses = active.map((member) => ({ member, ...dueStatusOn(member, date, daysOff) }))
  const reporting = new Set(reports.map((report) => report.user_id.toLowerCase()))
  const silent = statuses.filter(({ member }) => !reporting.has(member.id.toLowerCase()))
  const byId = new Map(active.map((member) => [member.id.toLowerCase(), member]))
  const absenceOf = ({ id }: User) =>
    daysOff.absences.find(({ user_id, from, until }) => user_id === id && from <= date && date <= until)
  const isDue = statuses.some(({ due }) => due)
  const away = silent.flatMap(({ member, reason }) => {
    const absence = reason === 'away' ? absenceOf(member) : undefined
    return absence ? { member, until: absence.until } : []
  })
  return {
    present: byTime(reports).flatMap((report) => byId.get(report.user_id.toLowerCase()) ?? []),
    absent: silent.flatMap(({ member, due }) => (due ? member : [])),
    away,
    notWorking:
      isDue || away.length > 0
        ? silent.flatMap(({ member, reason }) => (reason === 'day-off-pattern' ? member : []))
        : [],
    halves: new Map(
      statuses.flatMap(({ member, due }) => {
        const half = due && absenceOf(member)?.half
        return half ? [[member.id, half]] : []
      }),
    ),
    isDue,
  }
}

const dayOff = new Set<string | null>(['day-off-pattern', 'holiday', 'away'])

/**
 * Returns the first day for which a report can be written (N4.07): yesterday, or the member's last due day if that is
 * earlier.
 */
export function earliestWritable(
  today: CalendarDate,
  member: MemberSchedule | undefined,
  daysOff: DaysOff,
): CalendarDate {
  const yesterday = addDays(today, -1)
  if (!member) return yesterday
  let date = yesterday
  while (dayOff.has(dueStatusOn(member, date, daysOff).reason)) date = addDays(date, -1)
  return dueStatusOn(member, date, daysOff).due ? date : yesterday
}

/** The reason why no report can be written for a day. `not-a-writer`: the member only reads. */
export type Closed = 'past' | 'before-joining' | 'not-a-writer'

export type Writing = {
  today: CalendarDate
  own: Report | undefined
  member: MemberSchedule | undefined
  daysOff: DaysOff
  /** Whether a report was due on the day, in a month that is neither submitted nor approved (E2.02). */
  isMissing: boolean
}

/**
 * Returns why no report can be written, or undefined if one can (S4.47, S4.48). A report can be written from the
 * earliest writable day on, if the member already has a report on the day, or if one is missing.
 */
export function closedReason(
  date: CalendarDate,
  { today, own, member, daysOff, isMissing }: Writing,
): Closed | undefined {
  if (member?.writes === false) return 'not-a-writer'
  if (own || isMissing || date >= earliestWritable(today, member, daysOff)) return undefined
  return member && dueStatusOn(member, date, daysOff).reason === 'before-joining' ? 'before-joining' : 'past'
}

/**
 * Returns whether the day may show a welcome: on the member's first day, or while the team has first steps left.
 */
export const mayBeFirstMinute = ({ is_admin, joined_on, team }: Me, today: CalendarDate) =>
  joined_on === today || (is_admin && team.first_steps.length > 0)
