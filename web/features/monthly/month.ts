import type { Achievement } from '#contract/monthly-reports.ts'
import { addDays, addMonths, type CalendarDate, monthOf, weekday } from '../../lib/dates.ts'
import { linesOf } from '../../lib/lines.ts'

export type Period = 'current' | 'previous'

/** The month of today or the one before it, YYYY-MM: there are no others (S9.13). */
export const monthIn = (period: Period, today: CalendarDate) =>
  monthOf(period === 'current' ? today : addMonths(`${monthOf(today)}-01`, -1))

/** How a day of the month stands: with a report by the amount of work, else why there is none. */
export type Standing = 'short' | 'usual' | 'long' | 'missed' | 'open' | 'free' | 'future'
export type DayOfMonth = { date: CalendarDate; standing: Standing }

/** One line of work is short, two and three are usual, more is long. */
function amount({ yesterday_work }: Achievement): Standing {
  const lines = linesOf(yesterday_work).length
  if (lines <= 1) return 'short'
  return lines <= 3 ? 'usual' : 'long'
}

/** Monday to Friday: a team's holidays are not known. */
const isWorkingDay = (date: CalendarDate) => weekday(date) % 6 !== 0

/**
 * Every day of the month. Days before the member joined count as free, and today is `open` until its report is in.
 * @param month YYYY-MM @param joined the day on which the member joined
 */
export function daysOf(
  month: string,
  entries: readonly Achievement[],
  { today, joined }: { today: CalendarDate; joined: CalendarDate },
): DayOfMonth[] {
  const byDate = new Map(entries.map((entry) => [entry.report_date, entry]))
  const days: DayOfMonth[] = []
  for (let date = `${month}-01`; monthOf(date) === month; date = addDays(date, 1)) {
    const entry = byDate.get(date)
    if (entry) days.push({ date, standing: amount(entry) })
    else if (date > today) days.push({ date, standing: 'future' })
    else if (!isWorkingDay(date) || date < joined) days.push({ date, standing: 'free' })
    else days.push({ date, standing: date === today ? 'open' : 'missed' })
  }
  return days
}

const withReport = new Set<Standing>(['short', 'usual', 'long'])

/** The monthly achievement: working days with a report among those that were due, counted as on the dashboard. */
export function achievementOf(days: readonly DayOfMonth[], joined: CalendarDate) {
  const met = days.filter(({ date, standing }) => withReport.has(standing) && isWorkingDay(date) && date >= joined)
  const missed = days.filter(({ standing }) => standing === 'missed')
  return { met: met.length, due: met.length + missed.length }
}

export const hasIssues = ({ issues }: Achievement) => issues.trim() !== ''
