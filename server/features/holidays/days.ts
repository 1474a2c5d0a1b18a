export const dayLengthMs = 86_400_000

/** Counts from 1 January 1970. */
export type Day = number

export const dateOf = (day: Day): Date => new Date(day * dayLengthMs)

/** Returns the first day of a month, 0 is January. A month beyond the year is of another year. */
export function dayOf(year: number, month: number): Day {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 1) // `Date.UTC` takes 16 for 1916
  return date.getTime() / dayLengthMs
}

/** YYYY-MM-DD */
export const readDay = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / dayLengthMs

/** YYYY-MM-DD */
export const writeDay = (day: Day): string => dateOf(day).toISOString().slice(0, 10)
