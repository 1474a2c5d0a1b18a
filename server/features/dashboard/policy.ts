import type { Dashboard, DashboardStats } from '#contract/dashboard.ts'

const day = 24 * 60 * 60_000 // milliseconds
const lineLongest = 200 // characters
export const weeksShown = 12

const utc = (date: string) => new Date(`${date}T00:00:00Z`)
const textOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** @param date @returns YYYY-MM-DD */
export const addDays = (date: string, days: number): string => textOf(utc(date).getTime() + days * day)

/** The Monday on or before the day. */
export const mondayOf = (date: string): string => addDays(date, -((utc(date).getUTCDay() + 6) % 7))

/** Monday to Friday: a team's holidays are not known. */
export const isWorkingDay = (date: string): boolean => utc(date).getUTCDay() % 6 !== 0

/** How many working days there are from the one day to the other, both included; 0 where they are the wrong way round. */
export function workingDays(from: string, to: string): number {
  if (from > to) return 0
  const upTo = (date: string) => {
    const monday = mondayOf(date)
    const gone = (utc(date).getTime() - utc(monday).getTime()) / day + 1
    return (utc(monday).getTime() / day / 7) * 5 + Math.min(gone, 5)
  }
  return Math.round(upTo(to) - upTo(addDays(from, -1)))
}

/** The first day of the month that lies `months` away. */
export function monthStart(date: string, months = 0): string {
  const first = utc(date)
  return textOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1))
}

export const later = (one: string, other: string): string => (one > other ? one : other)

/** Whole per cent; null where nothing was due. */
export const rateOf = (met: number, due: number): number | null => (due > 0 ? Math.round((100 * met) / due) : null)

/** The marks people type at the beginning of a line, as the daily report leaves them out. */
const mark = /^\s*(?:[・•‣]\s*|[-*]\s+)/u

/** The first line in which something stands, without its mark, cut where it is very long. */
export function firstLine(text: string): string {
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/u)) {
    const words = line.replace(mark, '').trim()
    if (words) return Array.from(words).slice(0, lineLongest).join('')
  }
  return ''
}

/** An active member with the newest report that is not of the future, as the statement answers it. */
export type Standing = {
  user_id: string
  user_name: string
  report_id: string | null
  report_date: string | null
  submitted_at: string | null
  plan: string | null
  issues: string | null
  /** Where the report names a blocker. */
  since: string | null
}

type Filed = { [Key in keyof Standing]: Key extends 'since' ? string | null : string }

/** Parts the members into those who are in, in the order in which they came in, and those who are not yet. */
export function teamOf(standings: readonly Standing[], today: string): Pick<Dashboard, 'today' | 'blockers'> {
  const filed = standings.filter((standing): standing is Filed => standing.report_id !== null)
  const working_day = isWorkingDay(today)
  const reported = filed
    .filter(({ report_date }) => report_date === today)
    .toSorted((one, other) => Date.parse(one.submitted_at) - Date.parse(other.submitted_at))
    .map(({ user_id, user_name, report_id, submitted_at, plan, since }) => ({
      user_id,
      user_name,
      report_id,
      submitted_at,
      plan: firstLine(plan),
      has_blocker: since !== null,
    }))
  const missing = standings
    .filter(({ report_date }) => working_day && report_date !== today)
    .map(({ user_id, user_name, report_date }) => ({ user_id, user_name, last_report_date: report_date }))
  const blockers = filed
    .flatMap(({ user_id, user_name, report_id, report_date, issues, since }) =>
      since === null ? [] : [{ user_id, user_name, report_id, report_date, since, issues: firstLine(issues) }],
    )
    .toSorted((one, other) => (one.since < other.since ? -1 : Number(one.since > other.since)))
  return { today: { date: today, working_day, reported, missing }, blockers }
}

/** What a member filed, as the statement answers it. */
export type OwnCounts = Pick<
  DashboardStats,
  'reports_this_month' | 'current_streak' | 'longest_streak' | 'insights_this_month'
> & {
  /** Working days with a report from the day of joining on. */
  met: number
  met_previous: number
  reported_today: boolean
}

/** The member's rates: a month is due from its first day or the day of joining; today only once its report is in. */
export function ownFigures(counts: OwnCounts, today: string, joined: string) {
  const { met, met_previous, reported_today, ...rest } = counts
  const due = workingDays(later(monthStart(today), joined), reported_today ? today : addDays(today, -1))
  const duePrevious = workingDays(later(monthStart(today, -1), joined), addDays(monthStart(today), -1))
  return {
    ...rest,
    working_days_this_month: due,
    reported_working_days_this_month: met,
    submission_rate: rateOf(met, due),
    previous_submission_rate: rateOf(met_previous, duePrevious),
  }
}
