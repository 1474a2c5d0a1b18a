import { fold } from '#contract/fold.ts'
import { type Expected, expectationOn, type NamedDaysOff, type Reason } from '#contract/due.ts'
import type { Achievement } from '#contract/monthly-reports.ts'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import { addMonths, type CalendarDate, daysOfMonth, monthOf } from '../../lib/dates.ts'
import { linesOf } from '../../lib/lines.ts'

export type Period = 'current' | 'previous'

/** The month of today or the one before it, YYYY-MM: there are no others (S9.13). */
export const monthIn = (period: Period, today: CalendarDate) =>
  monthOf(period === 'current' ? today : addMonths(`${monthOf(today)}-01`, -1))

/** How a day of the month stands: with a report by the amount of work, else why there is none. */
export type Standing =
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
/** `holiday`: what it is called, where the standing is that. */
export type DayOfMonth = { date: CalendarDate; standing: Standing; isDue: boolean; holiday?: string | undefined }

/** Why nothing is there of a day on which nothing was due; of every other reason it is free. */
const standingFor: Partial<Record<Reason, Standing>> = { 'before-joining': 'before', holiday: 'holiday', away: 'away' }

/** One line of work is short, two and three are usual, more is long. */
function amount({ yesterday_work }: Achievement): Standing {
  const lines = linesOf(yesterday_work).length
  if (lines <= 1) return 'short'
  return lines <= 3 ? 'usual' : 'long'
}

/**
 * Every day of the month. Today is `open` until its report is in.
 * @param month YYYY-MM
 */
export function daysOf(
  month: string,
  entries: readonly Achievement[],
  { today, member, daysOff }: { today: CalendarDate; member: Expected; daysOff: NamedDaysOff },
): DayOfMonth[] {
  const byDate = new Map(entries.map((entry) => [entry.report_date, entry]))
  const standingOf = (date: CalendarDate, due: boolean, reason: Reason | null): Standing => {
    const entry = byDate.get(date)
    if (entry) return amount(entry)
    if (date > today) return 'future'
    if (!due) return (reason && standingFor[reason]) ?? 'free'
    return date === today ? 'open' : 'missed'
  }
  return daysOfMonth(month).map((date) => {
    const { due, reason } = expectationOn(member, date, daysOff)
    const standing = standingOf(date, due, reason)
    const holiday = standing === 'holiday' ? daysOff.holidays.find((one) => one.date === date)?.name : undefined
    return { date, standing, isDue: due, holiday }
  })
}

const withReport = new Set<Standing>(['short', 'usual', 'long'])

/** The monthly achievement: days with a report among those on which one was due, counted as on the dashboard. */
export function achievementOf(days: readonly DayOfMonth[]) {
  const met = days.filter(({ standing, isDue }) => isDue && withReport.has(standing))
  const missed = days.filter(({ standing }) => standing === 'missed')
  return { met: met.length, due: met.length + missed.length }
}

/**
 * Counts the blockers that the month's reports name, each once (E3.05). In a report that was never followed, each line
 * counts.
 */
/** The days without a report that was due. */
export const missingDays = (days: readonly DayOfMonth[]): CalendarDate[] =>
  days.flatMap(({ date, standing }) => (standing === 'missed' ? date : []))

export const countBlockers = (entries: readonly Achievement[]): number =>
  new Set(
    entries.flatMap(({ issues, blockers = [] }) => (blockers.length > 0 ? blockers : blockerLinesOf(issues).map(fold))),
  ).size
