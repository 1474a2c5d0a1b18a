/** The interface languages, in the order of the language menu (S1.11). The first is the default. */
export const languages = ['ja', 'en', 'de', 'fr', 'it', 'zh-cn', 'zh-tw', 'et'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'ja'

const isLanguage = (value: string | undefined): value is Language => languages.some((language) => language === value)

/**
 * Returns the interface language for a BCP 47 tag: an exact match, otherwise by the base language. Chinese is chosen by
 * script, otherwise by region (S4.27 to S4.38).
 * @returns undefined if the language is not supported
 */
export function languageOf(tag: string): Language | undefined {
  const wanted = tag.toLowerCase()
  if (isLanguage(wanted)) return wanted
  const [base, ...rest] = wanted.split('-')
  if (base === 'zh') return isTraditional(rest) ? 'zh-tw' : 'zh-cn'
  return isLanguage(base) ? base : undefined
}

const isTraditional = (subtags: readonly string[]) =>
  subtags.includes('hant') || (!subtags.includes('hans') && subtags.some((part) => part === 'tw' || part === 'hk'))
