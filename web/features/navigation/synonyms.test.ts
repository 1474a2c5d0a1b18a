import { expect, it } from 'vitest'
import { type Language, languages } from '#contract/languages.ts'
import synonyms from './synonyms.json' with { type: 'json' }

type Catalogue = { transfer: { exportNow: string }; access: { data: { exportNow: string } } }

const catalogueOf = (language: Language) =>
  import(`../../../locales/${language}.json`).then(({ default: catalogue }: { default: Catalogue }) => catalogue)

it.each(languages)('the export commands are found by the words on their buttons in %s', async (language) => {
  const { transfer, access } = await catalogueOf(language)
  const wordsOf = (place: 'team-settings' | 'access') => synonyms[place][language].toLowerCase().split(' ')
  expect(wordsOf('team-settings')).toContain(transfer.exportNow.toLowerCase())
  expect(wordsOf('access')).toContain(access.data.exportNow.toLowerCase())
})
