import type { HolidayCountries } from '#contract/holidays.ts'
import { countryNamesIn } from '../../dates/country-names.ts'
import { countryOfZone } from '../../dates/zone-countries.ts'

type Country = HolidayCountries['countries'][number]

export function namedCountries(countries: readonly Country[], language: string) {
  const nameOf = countryNamesIn(language)
  const { compare } = new Intl.Collator(language)
  return countries
    .map((country) => ({ ...country, name: nameOf(country.country) }))
    .toSorted((one, other) => compare(one.name, other.name))
}

/** Guesses the member's country from their time zone or the browser's language. */
export function likelyCountry(countries: readonly Country[], timeZone: string): string | undefined {
  const { region } = new Intl.Locale(navigator.language).maximize()
  const likely = [countryOfZone(timeZone), region]
  return likely.find((code) => countries.some(({ country }) => country === code)) ?? countries[0]?.country
}
