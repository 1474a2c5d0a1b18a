import { useSyncExternalStore } from 'react'
import { defaultLanguage, type Language } from '#contract/languages.ts'
import type reference from '../../locales/ja.json'

type Messages = typeof reference

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
    Locale: Language
  }
}

/**
 * The parts of a catalogue, by the screens that need them: before sign-in, the day, or all other screens of members.
 */
type Part = 'signed-out' | 'day' | 'other-screens'

// Vite replaces each call at build time, so its arguments must be literals.
const files: Record<Part, Record<string, () => Promise<Messages>>> = {
  'signed-out': import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?signed-out' }),
  day: import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?day' }),
  'other-screens': import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?other-screens' }),
}
const load = (part: Part, language: Language) => files[part][`../../locales/${language}.json`]!()

const parts = new Set<Part>(['signed-out'])
let shown = { locale: defaultLanguage, messages: {} as Messages }
const listeners = new Set<() => void>()

function show(changed: typeof shown) {
  shown = changed
  for (const listener of listeners) listener()
}

let queue: Promise<unknown> = Promise.resolve()
/**
 * Runs language changes one after the other. Otherwise a part that loads slowly could stay in the previous language.
 */
function inTurn(change: () => Promise<void>): Promise<void> {
  const done = queue.then(change)
  queue = done.catch(() => undefined)
  return done
}

/**
 * Shows the page in a language, including every part that is already shown. Rejects if the texts cannot be loaded.
 * @param added parts that will also be needed
 */
export const showLanguage = (locale: Language, added: readonly Part[] = []) =>
  inTurn(async () => {
    const wanted = [...new Set([...parts, ...added])]
    const texts = await Promise.all(wanted.map((part) => load(part, locale)))
    for (const part of wanted) parts.add(part)
    // Set before rendering, because forms then remove error sentences of the previous language.
    document.documentElement.lang = locale
    show({ locale, messages: Object.assign({}, ...texts) as Messages })
  })

/** Loads the texts of screens that are about to be shown. Rejects if they cannot be loaded. */
export const addTexts = (part: Part) =>
  inTurn(async () => {
    if (parts.has(part)) return
    const texts = await load(part, shown.locale)
    parts.add(part)
    show({ ...shown, messages: { ...shown.messages, ...texts } })
  })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCatalogue = () => useSyncExternalStore(subscribe, () => shown)
