import { localeOf } from '#contract/dates-in-words.ts'
import type { HolidayCountries } from '#contract/holidays.ts'

type Country = HolidayCountries['countries'][number]

/** In the order of their names. */
export function namedCountries(countries: readonly Country[], language: string) {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return countries
    .map((country) => ({ ...country, name: names.of(country.country) ?? country.country }))
    .toSorted((one, other) => compare(one.name, other.name))
}

/** Not every browser has the list of a region's zones. */
type Region = Intl.Locale & { getTimeZones?: () => string[] | undefined }

/** Where the member lives: by their time zone, else by their browser's language. */
export function likelyCountry(countries: readonly Country[], timeZone: string): string | undefined {
  const isThere = ({ country }: Country) => {
    const region: Region = new Intl.Locale('und', { region: country })
    return region.getTimeZones?.()?.includes(timeZone)
  }
  const { region } = new Intl.Locale(navigator.language).maximize()
  return (countries.find(isThere) ?? countries.find(({ country }) => country === region) ?? countries[0])?.country
}
