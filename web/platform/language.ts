import { defaultLanguage, type Language, languageOf, languages } from '#contract/languages.ts'

const storageKey = 'app_language'
/** The name of the `window` event that comes before the page changes its language (S4.39). */
const languageChanged = 'app_language_changed'

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/**
 * Returns the stored language, otherwise the browser's first language if we support it, otherwise the default (S4.27 to
 * S4.38).
 * @param wanted BCP 47 tags, as in `navigator.languages`
 */
export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  return isLanguage(stored) ? stored : (languageOf(wanted[0] ?? '') ?? defaultLanguage)
}

export function currentLanguage(): Language {
  return chooseLanguage(localStorage.getItem(storageKey), navigator.languages)
}

export function storeLanguage(language: Language) {
  localStorage.setItem(storageKey, language)
  window.dispatchEvent(new CustomEvent(languageChanged, { detail: language }))
}

export function changeLanguage(language: Language) {
  storeLanguage(language)
  window.location.reload()
}
