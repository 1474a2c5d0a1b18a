import { type Day, readDay, writeDay } from './days.ts'

/** A date, or a date and time, as written in a calendar. */
export type Moment = { day: Day; isDate: boolean; isMidnight: boolean }

/** Parses a value in the format of ical.js. @returns undefined if there is no such day */
export type Clock = (written: string) => Moment | undefined

/**
 * Returns a parser of dates. A local time has the day that is written. A time in UTC has its day in `timeZone`.
 * Midnight in UTC keeps the written day, because some programs write all-day events in this way.
 */
export function clockIn(timeZone: string): Clock {
  // The Swedish format looks like ISO 8601.
  const inZone = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const local = (written: string) => {
    const isUtc = written.endsWith('Z') && !written.endsWith('T00:00:00Z')
    const time = Date.parse(written)
    return isUtc && !Number.isNaN(time) ? inZone.format(time).replace(' ', 'T') : written
  }
  return (written) => {
    const [date, time] = local(written).split('T')
    if (date === undefined || !exists(date)) return undefined
    return { day: readDay(date), isDate: time === undefined, isMidnight: !time || time.startsWith('00:00:00') }
  }
}

const exists = (date: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/u.test(date) && !Number.isNaN(readDay(date)) && writeDay(readDay(date)) === date
