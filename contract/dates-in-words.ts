/** What `Intl` is asked for: en has no country of its own, and everywhere here the day before the month and 24 hours. */
export const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

/**
 * The first of a month is 1er novembre in French, where `Intl` writes 1 novembre.
 * @param words a date as `Intl` writes it
 */
export const withFirst = (language: string, words: string) =>
  language === 'fr' ? words.replace(/\b1(?= \p{L})/u, '1er') : words
