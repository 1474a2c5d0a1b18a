/** What `Intl` is asked for: en has no country of its own, and everywhere here the day before the month and 24 hours. */
export const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

/**
 * The first of a month is 1er novembre in French, where `Intl` writes 1 novembre.
 * @param words a date as `Intl` writes it
 */
export const withFirst = (language: string, words: string) =>
  language === 'fr' ? words.replace(/\b1(?= \p{L})/u, '1er') : words

const dayOfYear = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const

/** 10月19日 – 23日, 19–23 October; where `Intl` writes numbers alone, as the days themselves are written. @param from YYYY-MM-DD */
export function daysInWords(language: string, from: string, until: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), dayOfYear)
  const [first, last] = [from, until].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date]
  if (from === until) return withFirst(language, format.format(first))
  if (!/^(?:ja|zh)/u.test(language)) return withFirst(language, format.formatRange(first, last))
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7)
  return `${format.format(first)} – ${isOneMonth ? format.format(last).replace(/^.*月/u, '') : format.format(last)}`
}
