import type { Language } from '#contract/languages.ts'
import type reference from '../../../locales/licence/ja.json'

export type LicenceText = typeof reference

// The terms are not in the catalogues, so that the sign-in page does not load them.
const texts = import.meta.glob<LicenceText>('../../../locales/licence/*.json', { import: 'default' })

export const licenceLoader = (language: Language) => texts[`../../../locales/licence/${language}.json`]!
