import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/languages.ts'
import { readTerms, termsMissing } from './terms.ts'

const row = (except: string) =>
  `| thread | ${languages.map((language) => (language === 'de' ? '`[Gg]espräch`' : '`thread`')).join(' | ')} | ${except} |`
const glossary = (except = '') =>
  `# Glossary\n\n## Checked words\n\n| | ${languages.join(' | ')} | except |\n|---|\n${row(except)}\n\n## Others\n`

const missing = (texts: Partial<Record<Language, string>>, except?: string) => {
  const maps = languages.map((language) => [language, new Map([['a.b', texts[language] ?? 'one thread']])])
  return termsMissing(Object.fromEntries(maps), readTerms(glossary(except)))
}

test('accepts a text that has the word of each language', () => {
  expect(missing({ de: 'Ein Gespräch' })).toEqual([])
})

test('names a text that has another word than the glossary', () => {
  expect(missing({ de: 'Ein Thread' })).toEqual(["de: a.b lacks the glossary's word for 'thread'"])
})

test('does not require the word if the English text lacks it', () => {
  expect(missing({ de: 'Ein Faden', en: 'one line' })).toEqual([])
})

test('lets an exception use another word, in one language or in all', () => {
  expect(missing({ de: 'Ein Thread' }, '`de:a.b`')).toEqual([])
  expect(missing({ de: 'Ein Thread', fr: 'un fil' }, '`a.b`')).toEqual([])
})

test('names an exception that is not needed', () => {
  expect(missing({ de: 'Ein Gespräch' }, '`a.b`')).toEqual([
    "docs/glossary.md excepts a.b from 'thread', which has no need of it",
  ])
})

test('refuses a glossary without the table', () => {
  expect(() => readTerms('# Glossary\n')).toThrow('Checked words')
})
