import { ownDateHabits } from '../../dates/date-habits.ts'
import { addDays, type CalendarDate, utc } from '../../dates/dates.ts'
import { normalise } from './matching.ts'

const week = 7 // days
const ideograph = /\p{Script=Han}/u

/** Returns whether `typed` is the word, or a beginning of it that is long enough to be unambiguous. */
const means = (typed: string, word: string) =>
  typed === word || (word.startsWith(typed) && (ideograph.test(typed) || typed.length >= 3))

const lastDays = (today: CalendarDate, count: number) => Array.from({ length: count }, (_, ago) => addDays(today, -ago))

const namesOf = (language: string, options: Intl.DateTimeFormatOptions, date: CalendarDate) =>
  normalise(new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(utc(date))).replace(/[.]$/u, '')

/** Finds a day by its relative name, such as 昨日 or yesterday. */
function byRelation(typed: string, today: CalendarDate, language: string) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return lastDays(today, week + 1).filter((_, ago) => {
    // The Japanese format contains a space that people do not type.
    const word = normalise(format.format(ago === 0 ? 0 : -ago, 'day')).replace(/(?<=\d) (?=\p{Script=Han})/u, '')
    return /\d/u.test(word) ? typed === word : means(typed, word)
  })
}

/** Finds the latest day with that weekday, such as 金曜日, 金, Friday or Fri. */
const byWeekday = (typed: string, today: CalendarDate, language: string) =>
  lastDays(today, week).filter(
    (date) =>
      means(typed, namesOf(language, { weekday: 'long' }, date)) ||
      typed === namesOf(language, { weekday: 'short' }, date),
  )

const two = (part: number) => String(part).padStart(2, '0')

/**
 * Returns the day in the given year. Without a year, returns the latest such day that is not after today.
 * Returns undefined if the day does not exist.
 */
function dayOf(today: CalendarDate, month: number, day: number, year?: number): CalendarDate | undefined {
  const thisYear = Number(today.slice(0, 4))
  const years = year === undefined ? lastYears(thisYear) : [year]
  return years
    .map((one) => `${String(one).padStart(4, '0')}-${two(month)}-${two(day)}`)
    .find((date) => date <= today && exists(date))
}

/** Returns the last eight years. At least one of them has a 29 February. */
const lastYears = (year: number) => Array.from({ length: 8 }, (_, ago) => year - ago)

const exists = (date: CalendarDate) => {
  const time = utc(date)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date)
}

/** Returns the latest day with this number in its month, such as the 22nd. */
const byNumber = (today: CalendarDate, day: number) =>
  lastDays(today, 62).find((date) => Number(date.slice(-2)) === day)

/**
 * Reads days in numbers, such as 2026-10-22, 10/22, 22.10. and 22. A year has four digits. If the order of day and
 * month is ambiguous, returns both days; the language decides which comes first.
 */
function byNumbers(typed: string, today: CalendarDate, language: string) {
  const numbers = (typed.match(/\d+/gu) ?? []).map(Number)
  const [first, second, third] = numbers as [number, number?, number?]
  if (numbers.length > 3) return []
  if (second === undefined) return [byNumber(today, first)]
  if (third !== undefined)
    return first > 31 ? [dayOf(today, second, third, first)] : inOrder(today, language, first, second, third)
  return inOrder(today, language, first, second)
}

function inOrder(today: CalendarDate, language: string, first: number, second: number, year?: number) {
  const monthFirst = dayOf(today, first, second, year)
  const dayFirst = dayOf(today, second, first, year)
  const isMonthFirst = /^(ja|zh)/u.test(language) || ownDateHabits(language).locale === 'en-US'
  return isMonthFirst ? [monthFirst, dayFirst] : [dayFirst, monthFirst]
}

/** Reads days with the name of a month, such as 22 Oct, October 22 and 22. Oktober 2026. */
function byMonthName(typed: string, today: CalendarDate, language: string) {
  const name = typed.match(/\p{L}{3,}/u)?.[0]
  const numbers = (typed.match(/\d+/gu) ?? []).map(Number)
  const day = numbers.find((number) => number <= 31)
  if (!name || day === undefined || numbers.length > 2) return []
  const month = Array.from({ length: 12 }, (_, index) => index + 1).find((one) =>
    namesOf(language, { month: 'long' }, `2024-${two(one)}-01`).startsWith(name),
  )
  const year = numbers.find((number) => number > 31)
  return month === undefined ? [] : [dayOf(today, month, day, year)]
}

const onlyNumbers = /^\d+(?:[\s./\-,年月日]+\d+)*[\s./\-,日号號]*$/u

/** Returns the days that a text may mean in the interface's language, the likeliest first. No day is after today. */
export function typedDays(text: string, today: CalendarDate, language: string): CalendarDate[] {
  const typed = normalise(text)
  if (typed === '') return []
  const found = onlyNumbers.test(typed)
    ? byNumbers(typed, today, language)
    : [
        ...byRelation(typed, today, language),
        ...byWeekday(typed, today, language),
        ...byMonthName(typed, today, language),
      ]
  return [...new Set(found)].filter((date) => date !== undefined)
}
