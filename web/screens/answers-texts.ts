import type { Language } from '#contract/languages.ts'
import type { Messages } from '../ui/with-texts.tsx'

const texts = import.meta.glob<Messages>('../../locales/*.json', { import: 'default', query: '?answers' })

/** Those of signs and comments, which the day is read without. */
export const answersTexts = (language: Language) => texts[`../../locales/${language}.json`]!
