import { dateOf, type Day, dayOf } from './days.ts'
import type { Rule } from './rule.ts'

/**
 * Yields the days of the rule in order, from its start to `last`. Does not use the expansion of ical.js, which moves 29
 * February to 1 March, and loops forever on rules that match no day.
 * @param from days before it may be left out if the rule has no COUNT
 * @param look called with a number of days before they are compared; throws to stop
 */
export function* occurrences(
  start: Day,
  given: Rule,
  { from, last }: { from: Day; last: Day },
  look: (days: number) => void,
): Generator<Day> {
  const rule = withDefaults(given, start)
  const end = Math.min(last, rule.until ?? last)
  const skipped = rule.count === undefined ? Math.max(0, periodOf(from, rule) - periodOf(start, rule)) : 0
  let left = rule.count ?? Infinity
  let period = periodOf(start, rule) + Math.floor(skipped / rule.interval) * rule.interval
  for (; firstOf(period, rule) <= end; period += rule.interval) {
    for (const day of daysIn(period, rule, look)) {
      if (day < start) continue
      if (day > end || left-- <= 0) return
      yield day
    }
    if (left <= 0) return
  }
}

/** Adds the weekday, day or month of the start if the rule does not set them. */
function withDefaults(rule: Rule, start: Day): Rule {
  const date = dateOf(start)
  const weekday = [{ weekday: date.getUTCDay(), position: 0 }]
  const monthDays = [date.getUTCDate()]
  if (rule.weekdays || rule.monthDays || rule.yearDays || rule.freq === 'DAILY') return rule
  if (rule.freq === 'WEEKLY' || rule.weeks) return { ...rule, weekdays: weekday }
  if (rule.freq === 'MONTHLY') return { ...rule, monthDays }
  return { ...rule, monthDays, months: rule.months ?? [date.getUTCMonth() + 1] }
}

/** Returns the number of the year, month, week or day by which the rule's interval counts. */
function periodOf(day: Day, { freq, weekStart }: Rule): number {
  const date = dateOf(day)
  if (freq === 'YEARLY') return date.getUTCFullYear()
  if (freq === 'MONTHLY') return date.getUTCFullYear() * 12 + date.getUTCMonth()
  return freq === 'WEEKLY' ? (weekOf(day, weekStart) - firstWeek(weekStart)) / 7 : day
}

/** Returns the first day of week 0. Day 0 was a Thursday. */
const firstWeek = (weekStart: number): Day => weekStart - 4

function firstOf(period: number, { freq, weekStart }: Rule): Day {
  if (freq === 'YEARLY') return dayOf(period, 0)
  if (freq === 'MONTHLY') return dayOf(0, period)
  return freq === 'WEEKLY' ? period * 7 + firstWeek(weekStart) : period
}

function daysIn(period: number, rule: Rule, look: (days: number) => void): Day[] {
  const found: Day[] = []
  const spans =
    rule.freq === 'YEARLY' && rule.months
      ? [...new Set(rule.months)]
          .toSorted((one, other) => one - other)
          .map((month) => [period, month - 1, month] as const)
      : undefined
  const add = (from: Day, until: Day) => {
    look(until - from)
    for (let day = from; day < until; day += 1) if (matches(day, rule)) found.push(day)
  }
  if (spans) for (const [year, month, next] of spans) add(dayOf(year, month), dayOf(year, next))
  else add(firstOf(period, rule), firstOf(period + 1, rule))
  const { positions } = rule
  if (!positions) return found
  return found.filter((_, index) => positions.includes(index + 1) || positions.includes(index - found.length))
}

function matches(day: Day, rule: Rule): boolean {
  const date = dateOf(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (rule.months && !rule.months.includes(month + 1)) return false
  const inMonth = { index: date.getUTCDate(), length: dayOf(year, month + 1) - dayOf(year, month) }
  if (rule.monthDays && !isNamed(rule.monthDays, inMonth)) return false
  if (!rule.yearDays && !rule.weeks && !rule.weekdays) return true
  const inYear = { index: day - dayOf(year, 0) + 1, length: dayOf(year + 1, 0) - dayOf(year, 0) }
  if (rule.yearDays && !isNamed(rule.yearDays, inYear)) return false
  if (rule.weeks && !isNamed(rule.weeks, weekInYear(day, rule.weekStart))) return false
  if (!rule.weekdays) return true
  const isOfMonth = rule.freq === 'MONTHLY' || rule.months !== undefined
  const hasPositions = rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && !rule.weeks)
  const { index, length } = isOfMonth ? inMonth : inYear
  const nth = { index: Math.ceil(index / 7), length: Math.ceil(index / 7) + Math.floor((length - index) / 7) }
  return rule.weekdays.some(
    ({ weekday, position }) =>
      weekday === date.getUTCDay() && (position === 0 || !hasPositions || isNamed([position], nth)),
  )
}

/** Returns whether the list has the index, counted from 1 or, with negative numbers, from the end. */
const isNamed = (numbers: readonly number[], { index, length }: { index: number; length: number }) =>
  numbers.includes(index) || numbers.includes(index - length - 1)

const weekOf = (day: Day, weekStart: number): Day => day - ((dateOf(day).getUTCDay() - weekStart + 7) % 7)

/**
 * Returns the number of the day's week in its year, and the year's number of weeks. Week 1 is the first with four days
 * in the year (ISO 8601).
 */
function weekInYear(day: Day, weekStart: number) {
  const middle = weekOf(day, weekStart) + 3
  const year = dateOf(middle).getUTCFullYear()
  const weekAt = (fourth: Day) => Math.floor((fourth - dayOf(year, 0)) / 7) + 1
  return { index: weekAt(middle), length: weekAt(weekOf(dayOf(year, 11) + 27, weekStart) + 3) }
}
