export type DateHabits = { locale: string; hourCycle: 'h12' | 'h23' }

const english: DateHabits = { locale: 'en-GB', hourCycle: 'h23' }

/** Returns the first English tag with a country. */
export const englishTag = (tags: readonly string[]): string | undefined =>
  tags.find((one) => /^en-[a-z]{2}$/iu.test(one))

/**
 * Returns how to write dates for a reader (E5.05). English dates depend on the country: Sep 3 and 9:02 AM in the United
 * States, 3 Sep and 9:02 in Britain. Without a country they are British.
 * @param tags BCP 47, most preferred first, such as `navigator.languages`
 */
export function dateHabitsOf(language: string, tags: readonly string[] = []): DateHabits {
  if (language !== 'en') return { locale: language, hourCycle: 'h23' }
  const tag = englishTag(tags)
  if (tag === undefined) return english
  const format = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', hour: 'numeric' })
  const isMonthFirst = format.formatToParts()[0]?.type === 'month'
  const isTwelveHours = format.resolvedOptions().hour12 === true
  return { locale: isMonthFirst ? 'en-US' : 'en-GB', hourCycle: isTwelveHours ? 'h12' : 'h23' }
}

/** Returns the locale for `Intl` if the reader's country is unknown. */
export const localeOf = (language: string) => dateHabitsOf(language).locale

/**
 * Corrects two outputs of `Intl`: 1 novembre becomes 1er novembre, and 3 Sept becomes 3 Sep.
 * @param words a date formatted by `Intl`
 */
export function asWritten(language: string, words: string): string {
  if (language === 'fr') return words.replace(/\b1(?= \p{L})/u, '1er')
  return language === 'en' ? words.replaceAll(/\bSept\b/gu, 'Sep') : words
}

/**
 * Returns the options of a short date: 10/23 or 23.10., but 23 Oct in English, because English-speaking countries
 * differ in the order (E5.05).
 */
export const shortDay = (language: string) =>
  ({ month: language === 'en' ? 'short' : 'numeric', day: 'numeric' }) as const

const dayOfYear = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const

/**
 * Returns a range of days, such as 10月19日 – 23日 or 19–23 October. If `Intl` would return only numbers, formats both
 * days in words.
 * @param from YYYY-MM-DD
 */
export function daysInWords(
  language: string,
  from: string,
  until: string,
  { locale } = dateHabitsOf(language),
): string {
  const format = new Intl.DateTimeFormat(locale, dayOfYear)
  const [first, last] = [from, until].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date]
  if (from === until) return asWritten(language, format.format(first))
  if (!/^(?:ja|zh)/u.test(language)) return asWritten(language, format.formatRange(first, last))
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7)
  return `${format.format(first)} – ${isOneMonth ? format.format(last).replace(/^.*月/u, '') : format.format(last)}`
}
