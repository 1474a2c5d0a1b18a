/** A calendar date as the text YYYY-MM-DD. It has no time zone, and it sorts as text. */
export type CalendarDate = string

/** Returns midnight UTC of a calendar date. Format it with `timeZone: 'UTC'`. */
export const utc = (date: CalendarDate) => new Date(`${date}T00:00:00Z`)

const dateOf = (time: Date): CalendarDate => time.toISOString().slice(0, 10)

const two = (count: number) => String(count).padStart(2, '0')

/** Returns the calendar date of an instant in the browser's own time zone. */
export const localDate = (time: Date): CalendarDate =>
  `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const time = utc(date)
  time.setUTCDate(time.getUTCDate() + days)
  return dateOf(time)
}

/** Returns the same day of another month, or that month's last day if the month is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const time = utc(date)
  const day = time.getUTCDate()
  time.setUTCDate(1)
  time.setUTCMonth(time.getUTCMonth() + months)
  const last = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate()
  time.setUTCDate(Math.min(day, last))
  return dateOf(time)
}

export const monthOf = (date: CalendarDate) => date.slice(0, 7)

/** @param month YYYY-MM */
export function daysOfMonth(month: string): CalendarDate[] {
  const days: CalendarDate[] = []
  for (let date = `${month}-01`; monthOf(date) === month; date = addDays(date, 1)) days.push(date)
  return days
}

/** Returns the day of the week. 0 is Sunday. */
export const weekday = (date: CalendarDate) => utc(date).getUTCDay()

/** The first day of the week, numbered like `weekday`. */
export type FirstDay = 0 | 1

/** Returns the position of a day in its week. 0 is the first day. */
export const dayOfWeek = (date: CalendarDate, firstDay: FirstDay) => (weekday(date) - firstDay + 7) % 7

/**
 * Returns the 42 days that the calendar shows for the month of `date`. They start with the week of the month's first
 * day (S9.07).
 */
export function monthCells(date: CalendarDate, firstDay: FirstDay): CalendarDate[] {
  const first = `${monthOf(date)}-01`
  const start = addDays(first, -dayOfWeek(first, firstDay))
  return Array.from({ length: 42 }, (_, index) => addDays(start, index))
}

/** Returns the date in the text, or `otherwise` if the text is no valid date or is after `latest`. */
export function dateUpTo(latest: CalendarDate, text: string | null, otherwise = latest): CalendarDate {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/u.test(text)) return otherwise
  const time = utc(text)
  if (Number.isNaN(time.getTime()) || dateOf(time) !== text) return otherwise
  return text > latest ? otherwise : text
}

export const earlier = (one: CalendarDate, other: CalendarDate) => (one < other ? one : other)
export const later = (one: CalendarDate, other: CalendarDate) => (one < other ? other : one)

export const daysBetween = (from: CalendarDate, until: CalendarDate) =>
  (utc(until).getTime() - utc(from).getTime()) / 86_400_000
