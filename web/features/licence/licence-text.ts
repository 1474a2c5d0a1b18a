import type { Language } from '#contract/languages.ts'
import type reference from '../../../locales/licence/ja.json'

export type LicenceText = typeof reference

// Apart from the catalogues: nobody should load the terms to see the sign-in page.
const texts = import.meta.glob<LicenceText>('../../../locales/licence/*.json', { import: 'default' })

export const licenceLoader = (language: Language) => texts[`../../../locales/licence/${language}.json`]!
