export const dayLengthMs = 86_400_000

/** Days since 1 January 1970. */
export type Day = number

export const dateOf = (day: Day): Date => new Date(day * dayLengthMs)

/** Returns the first day of a month, 0 is January. Months beyond December belong to the following years. */
export function dayOf(year: number, month: number): Day {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 1) // `Date.UTC` reads 16 as 1916
  return date.getTime() / dayLengthMs
}

/** @param date YYYY-MM-DD */
export const readDay = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / dayLengthMs

/** Returns the day as YYYY-MM-DD. */
export const writeDay = (day: Day): string => dateOf(day).toISOString().slice(0, 10)
