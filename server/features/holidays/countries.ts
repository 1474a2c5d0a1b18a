import type Holidays from 'date-holidays'
import type { Holiday, HolidayCountries, HolidayImport } from '#contract/holidays.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'

type Library = typeof Holidays
type Day = ReturnType<InstanceType<Library>['getHolidays']>[number]

/** Loaded with the first import: its rules for every country take more memory than a server at rest should. */
const load = async (): Promise<Library> => (await import('date-holidays')).default

export async function importableCountries(): Promise<HolidayCountries> {
  const library = new (await load())()
  return {
    countries: Object.keys(library.getCountries()).map((country) => ({
      country,
      regions: Object.entries(library.getStates(country) ?? {}).map(([code, name]) => ({ code, name })),
    })),
  }
}

/**
 * The days of the year on which by law nobody works, by date; those of banks and schools, half days and mere observances are
 * days like others. In the language where the library has its names, else in the country's own.
 * @returns undefined for a country or region that it does not know
 */
export async function holidaysOf(
  { country, region, year }: HolidayImport,
  language: Language,
): Promise<Holiday[] | undefined> {
  const Library = await load()
  const known = new Library()
  if (!Object.hasOwn(known.getCountries(), country)) return undefined
  if (region !== undefined && !Object.hasOwn(known.getStates(country) ?? {}, region)) return undefined
  const library = region === undefined ? new Library(country) : new Library(country, region)
  library.setLanguages([language.split('-')[0]!, ...library.getLanguages()])
  const all = library.getHolidays(year).flatMap(daysOf)
  // A day may be two holidays; it is one that nobody works on.
  const byDate = new Map(all.map((day) => [day.date, day] as const).toReversed())
  return [...byDate.values()].toSorted((one, other) => one.date.localeCompare(other.date))
}

const dayLength = 86_400_000 // milliseconds

function daysOf({ type, date, start, end, name }: Day): Holiday[] {
  if (type !== 'public') return []
  // An hour more or less is daylight saving's.
  const days = Math.floor((end.getTime() - start.getTime()) / dayLength + 0.1)
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  return Array.from({ length: days }, (_, day) => ({
    date: new Date(first + day * dayLength).toISOString().slice(0, 10),
    name: name.slice(0, limits.name),
  }))
}
