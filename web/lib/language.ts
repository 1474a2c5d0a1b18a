import { defaultLanguage, type Language, languageOf, languages } from '#contract/languages.ts'

const storageKey = 'app_language'
/** Sent on `window` before the page changes to another language (S4.39). */
const languageChanged = 'app_language_changed'

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/**
 * The stored language, else the first that the browser wants and we speak (S4.27 to S4.38).
 * @param wanted BCP 47 tags, as in `navigator.languages`
 */
export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  return isLanguage(stored) ? stored : (languageOf(wanted[0] ?? '') ?? defaultLanguage)
}

export function currentLanguage(): Language {
  return chooseLanguage(localStorage.getItem(storageKey), navigator.languages)
}

/** Stores the language in this browser and tells the page. */
export function storeLanguage(language: Language) {
  localStorage.setItem(storageKey, language)
  window.dispatchEvent(new CustomEvent(languageChanged, { detail: language }))
}

export function changeLanguage(language: Language) {
  storeLanguage(language)
  window.location.reload()
}
