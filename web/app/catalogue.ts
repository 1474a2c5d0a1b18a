import type { Language } from '#contract/languages.ts'
import type reference from '../../locales/ja.json'

type Messages = typeof reference

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: Language
  }
}

const signedOut = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?signed-out' })
const signedIn = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?signed-in' })

/** One language's texts for a visitor, loaded alone. */
export const loadCatalogue = (language: Language) => signedOut[`../../locales/${language}.json`]!()

const loaded = new Map<Language, Promise<Messages>>()

/** The texts that the shell adds to them; the same promise each time, unless it has failed. */
export function loadMembersCatalogue(language: Language): Promise<Messages> {
  const known = loaded.get(language)
  if (known) return known
  const loading = signedIn[`../../locales/${language}.json`]!()
  loaded.set(language, loading)
  loading.catch(() => loaded.delete(language))
  return loading
}
