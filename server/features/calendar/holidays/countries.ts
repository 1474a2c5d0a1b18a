import Library from 'date-holidays'
import type { HolidayCountries } from '#contract/holidays.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { dayLengthMs, readDay, writeDay } from './days.ts'
import { type Entry, type FoundDay, joinDays } from './found-days.ts'

type Day = ReturnType<InstanceType<typeof Library>['getHolidays']>[number]

/** A country (ISO 3166-1), or one of its regions. */
export type Region = { country: string; region?: string | undefined }

export function importableCountries(): HolidayCountries {
  const library = new Library()
  return {
    countries: Object.keys(library.getCountries()).map((country) => ({
      country,
      regions: Object.entries(library.getStates(country) ?? {}).map(([code, name]) => ({ code, name })),
    })),
  }
}

/**
 * Returns the whole-day holidays of the years. Marks only public holidays as proposed, not bank and school holidays or
 * observances. The names are in the language if the library has them, otherwise in the country's own language.
 * @returns undefined for an unknown country or region
 */
export function daysOfCountry(
  { country, region }: Region,
  years: readonly number[],
  language: Language,
): FoundDay[] | undefined {
  const known = new Library()
  if (!Object.hasOwn(known.getCountries(), country)) return undefined
  if (region !== undefined && !Object.hasOwn(known.getStates(country) ?? {}, region)) return undefined
  const library = region === undefined ? new Library(country) : new Library(country, region)
  library.setLanguages([language.split('-')[0]!, ...library.getLanguages()])
  return joinDays(years.flatMap((year) => library.getHolidays(year).flatMap(entriesOf)))
}

function entriesOf({ type, date, start, end, name }: Day): Entry[] {
  // Rounds, because a day on which daylight saving time begins or ends has 23 or 25 hours.
  const days = Math.floor((end.getTime() - start.getTime()) / dayLengthMs + 0.1)
  const first = readDay(date.slice(0, 10))
  return Array.from({ length: days }, (_, day) => ({
    date: writeDay(first + day),
    name: name.slice(0, limits.name),
    isProposed: type === 'public',
  }))
}
