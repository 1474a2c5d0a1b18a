import { useLocale } from 'use-intl'
import { englishTag } from '#contract/dates-in-words.ts'
import type { Me, Settings } from '#contract/users.ts'
import type { FirstDay } from '../../dates/dates.ts'

type Name = NonNullable<Settings['first_day_of_week']>

const mondayLanguages = new Set(['de', 'fr', 'it', 'et'])

/** English-speaking countries where calendars begin on Monday (CLDR). */
const mondayCountries = new Set(['AU', 'GB', 'IE', 'NZ'])

/**
 * Returns the first day of the week for a member who has not chosen one (decision 78).
 * @param tags the BCP 47 tags of the member's languages, the preferred one first, such as `navigator.languages`
 */
export function usualFirstDay(language: string, tags: readonly string[]): Name {
  const country = language === 'en' ? englishTag(tags)?.slice(3).toUpperCase() : undefined
  return mondayLanguages.has(language) || mondayCountries.has(country ?? '') ? 'monday' : 'sunday'
}

/** Returns the chosen first day of the week, or the usual one of the language and the browser's country. */
export function useNameOfFirstDay(chosen: Settings['first_day_of_week'] | undefined): Name {
  const language = useLocale()
  return chosen ?? usualFirstDay(language, navigator.languages)
}

/** Returns the first day of the member's week as a number. */
export const useFirstDayOfWeek = (user: Me | undefined): FirstDay =>
  useNameOfFirstDay(user?.settings.first_day_of_week) === 'monday' ? 1 : 0
