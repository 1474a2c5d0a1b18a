import { createContext } from 'react'
import type { Language } from '#contract/languages.ts'
import { changeLanguage } from './language.ts'

/**
 * Changes the language of the screens before sign-in. The promise rejects if the texts cannot be loaded.
 * Without a provider the page reloads.
 */
export const LanguageSwitch = createContext<(language: Language) => Promise<void>>(async (language) =>
  changeLanguage(language),
)
