import type { Language } from '#contract/languages.ts'
import type reference from '../../locales/ja.json'
import { loadedOnce } from '../lib/loaded-once.ts'

type Messages = typeof reference

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: Language
  }
}

const signedOut = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?signed-out' })
const entrance = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?entrance' })
const signedIn = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?signed-in' })

/** One language's texts for a visitor, loaded alone. */
export const loadCatalogue = (language: Language) => signedOut[`../../locales/${language}.json`]!()

/** The texts that the other screens before the sign-in add to them. */
export const loadEntranceCatalogue = loadedOnce(entrance)
/** The texts that the shell adds to them. */
export const loadMembersCatalogue = loadedOnce(signedIn)
