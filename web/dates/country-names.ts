import { localeOf } from '#contract/dates-in-words.ts'

/** Returns a function that names countries (ISO 3166-1) in the language. */
export function countryNamesIn(language: string): (country: string) => string {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region' })
  return (country) => names.of(country) ?? country
}
