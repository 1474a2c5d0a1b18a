import { fold } from '#contract/fold.ts'
import { type MemberSchedule, dueStatusOn, type NamedDaysOff, type Reason } from '#contract/due.ts'
import type { Achievement } from '#contract/monthly-reports.ts'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import { addMonths, type CalendarDate, daysOfMonth, monthOf } from '../../dates/dates.ts'
import { linesOf } from '../../domain/lines.ts'

export type Period = 'current' | 'previous'

/** Returns this month or the previous one as YYYY-MM. Other months are not available (S9.13). */
export const monthIn = (period: Period, today: CalendarDate) =>
  monthOf(period === 'current' ? today : addMonths(`${monthOf(today)}-01`, -1))

/** The status of a day: the amount of work in its report, or the reason for a missing report. */
export type DayStatus =
  | 'short'
  | 'usual'
  | 'long'
  | 'missed'
  | 'open'
  | 'free'
  | 'holiday'
  | 'away'
  | 'before'
  | 'future'
/** `holiday`: the name of the holiday, if `standing` is `holiday`. */
export type DayOfMonth = { date: CalendarDate; standing: DayStatus; isDue: boolean; holiday?: string | undefined }

/** The status of a day without a due report, by the reason. All other reasons mean `free`. */
const standingFor: Partial<Record<Reason, DayStatus>> = { 'before-joining': 'before', holiday: 'holiday', away: 'away' }

/** Returns the amount of work: one line is short, two or three are usual, more are long. */
function amount({ yesterday_work }: Achievement): DayStatus {
  const lines = linesOf(yesterday_work).length
  if (lines <= 1) return 'short'
  return lines <= 3 ? 'usual' : 'long'
}

/**
 * Returns every day of the month. If a report is due today, today is `open` until the report is submitted.
 * @param month YYYY-MM
 */
export function daysOf(
  month: string,
  entries: readonly Achievement[],
  { today, member, daysOff }: { today: CalendarDate; member: MemberSchedule; daysOff: NamedDaysOff },
): DayOfMonth[] {
  const byDate = new Map(entries.map((entry) => [entry.report_date, entry]))
  const standingOf = (date: CalendarDate, due: boolean, reason: Reason | null): DayStatus => {
    const entry = byDate.get(date)
    if (entry) return amount(entry)
    if (date > today) return 'future'
    if (!due) return (reason && standingFor[reason]) ?? 'free'
    return date === today ? 'open' : 'missed'
  }
  return daysOfMonth(month).map((date) => {
    const { due, reason } = dueStatusOn(member, date, daysOff)
    const standing = standingOf(date, due, reason)
    const holiday = standing === 'holiday' ? daysOff.holidays.find((one) => one.date === date)?.name : undefined
    return { date, standing, isDue: due, holiday }
  })
}

const withReport = new Set<DayStatus>(['short', 'usual', 'long'])

/**
 * Counts, like the dashboard, the days with a due report, and those of them with a report. Today counts only if it has
 * a report.
 */
export function achievementOf(days: readonly DayOfMonth[]) {
  const met = days.filter(({ standing, isDue }) => isDue && withReport.has(standing))
  const missed = days.filter(({ standing }) => standing === 'missed')
  return { met: met.length, due: met.length + missed.length }
}

export const missingDays = (days: readonly DayOfMonth[]): CalendarDate[] =>
  days.flatMap(({ date, standing }) => (standing === 'missed' ? date : []))

/**
 * Counts the distinct blockers in the month's reports (E3.05). If the blockers of a report were never tracked, counts
 * its distinct lines instead.
 */
export const countBlockers = (entries: readonly Achievement[]): number =>
  new Set(
    entries.flatMap(({ issues, blockers }) =>
      blockers.length > 0 ? blockers.map(({ id }) => id) : blockerLinesOf(issues).map(fold),
    ),
  ).size
