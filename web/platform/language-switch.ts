import { createContext } from 'react'
import type { Language } from '#contract/languages.ts'
import { changeLanguage } from './language.ts'

/**
 * Changes the language of the screens before sign-in. Rejects if the texts cannot be loaded. Outside of a provider,
 * reloads the page in the language.
 */
export const LanguageSwitch = createContext<(language: Language) => Promise<void>>(async (language) =>
  changeLanguage(language),
)
