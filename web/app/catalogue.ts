import type { Language } from '#contract/languages.ts'
import type reference from '../../locales/ja.json'

type Messages = typeof reference

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: Language
  }
}

const catalogues = import.meta.glob<Messages>('../../locales/*.json', { import: 'default' })

/** One language's texts, loaded alone. */
export const loadCatalogue = (language: Language) => catalogues[`../../locales/${language}.json`]!()
