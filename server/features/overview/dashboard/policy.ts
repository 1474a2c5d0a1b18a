import { lineMark } from '#contract/report-fields.ts'

const day = 24 * 60 * 60_000 // milliseconds
const lineLongest = 200 // characters
export const weeksShown = 12

const utc = (date: string) => new Date(`${date}T00:00:00Z`)
const textOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Adds days to a date (YYYY-MM-DD). */
export const addDays = (date: string, days: number): string => textOf(utc(date).getTime() + days * day)

/** Returns the Monday on or before the day. */
export const mondayOf = (date: string): string => addDays(date, -((utc(date).getUTCDay() + 6) % 7))

/** Returns the first day of the month that is `months` after the date's month, or before it if `months` is negative. */
export function monthStart(date: string, months = 0): string {
  const first = utc(date)
  return textOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1))
}

/** Returns the submission rate in whole per cent, null if no day was due. */
export const rateOf = (met: number, due: number): number | null => (due > 0 ? Math.round((100 * met) / due) : null)

/** Returns the first non-empty line without its list mark, cut if it is very long. */
export function firstLine(text: string): string {
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/u)) {
    const words = line.replace(lineMark, '').trim()
    if (words.length > lineLongest) return Array.from(words).slice(0, lineLongest).join('')
    if (words) return words
  }
  return ''
}
