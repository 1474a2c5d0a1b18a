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

test('the check of terms accepts a text with the glossary’s word of each language', () => {
  expect(missing({ de: 'Ein Gespräch' })).toEqual([])
})

test('the check of terms names a text with another word than the glossary’s', () => {
  expect(missing({ de: 'Ein Thread' })).toEqual(["de: a.b lacks the glossary's word for 'thread'"])
})

test('the check of terms does not require a word that the English text lacks', () => {
  expect(missing({ de: 'Ein Faden', en: 'one line' })).toEqual([])
})

test('an exception to the check of terms allows another word in one language or in all', () => {
  expect(missing({ de: 'Ein Thread' }, '`de:a.b`')).toEqual([])
  expect(missing({ de: 'Ein Thread', fr: 'un fil' }, '`a.b`')).toEqual([])
})

test('the check of terms names an exception that is not needed', () => {
  expect(missing({ de: 'Ein Gespräch' }, '`a.b`')).toEqual([
    "docs/glossary.md excepts a.b from 'thread', which has no need of it",
  ])
})

test('the check of terms refuses a glossary without its table', () => {
  expect(() => readTerms('# Glossary\n')).toThrow('Checked words')
})
