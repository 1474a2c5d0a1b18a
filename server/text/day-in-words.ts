import { asWritten, localeOf } from '#contract/dates-in-words.ts'
import type { Language } from '#contract/languages.ts'

const format = { month: 'long', day: 'numeric', weekday: 'short', timeZone: 'UTC' } as const

/** Returns the day as messages write it. @param day YYYY-MM-DD */
export const dayInWords = (language: Language, day: string): string =>
  asWritten(language, new Intl.DateTimeFormat(localeOf(language), format).format(new Date(`${day}T00:00:00Z`)))

/** Returns the URL of the screen with a day's reports. */
export const linkTo = (publicUrl: string, day: string) => `${publicUrl}/?date=${day}`
