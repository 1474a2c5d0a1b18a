import { type Language, languages } from '#contract/languages.ts'

const languageNames: Record<Language, string> = {
  ja: '日本語',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  'zh-cn': '简体中文',
  'zh-tw': '繁體中文',
  et: 'Eesti',
}

/**
 * All languages, each under its own name, so that people find their language even if they cannot read the interface.
 */
export const languageOptions = languages.map((language) => ({
  value: language,
  name: languageNames[language],
  lang: language,
}))
