import { type DateHabits, dateHabitsOf, englishTag } from '#contract/dates-in-words.ts'

const known = new Map<string, DateHabits>()

/** Returns the date order and the clock of this browser (E5.05). */
export function ownDateHabits(language: string): DateHabits {
  const habits = known.get(language) ?? dateHabitsOf(language, navigator.languages)
  known.set(language, habits)
  return habits
}

/** Returns the value of `Accept-Language`. English includes the country, because server texts contain times (E5.05). */
export const languageToAccept = (language: string): string =>
  (language === 'en' ? englishTag(navigator.languages) : undefined) ?? language
