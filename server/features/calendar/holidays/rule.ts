import type { Property } from './calendar-lines.ts'
import type { Day } from './days.ts'
import type { Clock } from './moments.ts'

/** A recurrence rule of RFC 5545 for whole days. */
export type Rule = {
  freq: 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY'
  interval: number
  count?: number | undefined
  /** The last possible day of the rule. */
  until?: Day | undefined
  /** The first day of the week, 0 is Sunday. */
  weekStart: number
  months?: number[] | undefined
  weeks?: number[] | undefined
  yearDays?: number[] | undefined
  monthDays?: number[] | undefined
  /** A position of 0 means every such weekday of the period, 2 the second one, and -1 the last one. */
  weekdays?: { weekday: number; position: number }[] | undefined
  positions?: number[] | undefined
}

/** @returns undefined for an unreadable rule, a rule with hours, minutes or seconds, and a rule without any day */
export function ruleOf(line: Property, clock: Clock): Rule | undefined {
  const { freq, interval, count, wkst, parts } = line.getFirstValue() as unknown as Recur
  if (freq !== 'YEARLY' && freq !== 'MONTHLY' && freq !== 'WEEKLY' && freq !== 'DAILY') return undefined
  if (count === 0) return undefined
  if (parts['BYHOUR'] || parts['BYMINUTE'] || parts['BYSECOND']) return undefined
  const numbers = (name: string) => parts[name] && [...new Set(parts[name].map(Number))]
  const written = (line.jCal[3] as { until?: string }).until
  const until = written === undefined ? undefined : clock(written)
  if (written !== undefined && !until) return undefined
  return {
    freq,
    interval,
    count: count ?? undefined,
    until: until?.day,
    weekStart: wkst - 1,
    months: numbers('BYMONTH'),
    weeks: numbers('BYWEEKNO'),
    yearDays: numbers('BYYEARDAY'),
    monthDays: numbers('BYMONTHDAY'),
    weekdays: parts['BYDAY'] && [...new Set(parts['BYDAY'])].map((day) => weekdayOf(String(day))),
    positions: numbers('BYSETPOS'),
  }
}
/** Fields of ical.js that its types lack. Its weekdays begin with 1 for Sunday. */
type Recur = {
  freq: string
  interval: number
  count: number | null
  wkst: number
  parts: Record<string, (string | number)[] | undefined>
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Reads a BYDAY value like `MO` or `-1FR`. */
function weekdayOf(written: string): { weekday: number; position: number } {
  const weekday = weekdays.indexOf(written.slice(-2))
  if (weekday < 0) throw new Error(`${written} is not a weekday`)
  return { weekday, position: Number(written.slice(0, -2)) || 0 }
}
