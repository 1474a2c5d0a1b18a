/** The interface languages in the order of the language select (specification 1). The first is the default. */
export const languages = ['ja', 'en', 'de', 'fr', 'it', 'zh-cn', 'zh-tw', 'et'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'ja'
