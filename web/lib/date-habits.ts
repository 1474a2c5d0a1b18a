import { type DateHabits, dateHabitsOf, englishTag } from '#contract/dates-in-words.ts'

const known = new Map<string, DateHabits>()

/** Returns the order and the clock of dates in this browser (E5.05). */
export function ownDateHabits(language: string): DateHabits {
  const habits = known.get(language) ?? dateHabitsOf(language, navigator.languages)
  known.set(language, habits)
  return habits
}

/** Returns the language for `Accept-Language`. English has its country, since answers name times (E5.05). */
export const languageToAccept = (language: string): string =>
  (language === 'en' ? englishTag(navigator.languages) : undefined) ?? language
