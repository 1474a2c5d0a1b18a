import type { Guide } from './guide.ts'

export type GuideLanguage = 'ja' | 'en'

const guides = import.meta.glob<Guide>('../../../docs/members/*.md', { import: 'default' })

export const guideLoader = (language: GuideLanguage) => guides[`../../../docs/members/${language}.md`]!
