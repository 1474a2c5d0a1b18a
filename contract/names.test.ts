import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { displayNameFor, fullName } from './names.ts'

const john = { first_name: 'John', family_name: 'Smith', preferred_name: '' }

test('fullName puts the family name first in Japanese and Chinese only', () => {
  expect(languages.filter((language) => fullName(language, john) === 'Smith John')).toEqual(['ja', 'zh-cn', 'zh-tw'])
  expect(languages.filter((language) => fullName(language, john) === 'John Smith')).toHaveLength(5)
})

test.each([
  ['山田', '花子'],
  ['佐々木', 'ルーカス'],
  ['김', '민준'],
])('fullName puts the family name of %s %s first in every language', (family_name, first_name) => {
  const names = new Set(languages.map((language) => fullName(language, { first_name, family_name })))
  expect([...names]).toEqual([`${family_name} ${first_name}`])
})

test('fullName returns one word if both names are equal or one is empty', () => {
  expect(fullName('en', { first_name: 'octocat', family_name: 'octocat' })).toBe('octocat')
  expect(fullName('en', { first_name: '', family_name: 'Smith' })).toBe('Smith')
})

test('displayNameFor proposes a name only in languages with the given name first', () => {
  expect(displayNameFor('en', john)).toBe('John Smith')
  expect(displayNameFor('ja', john)).toBe('')
  expect(displayNameFor('en', { ...john, preferred_name: 'Johnny' })).toBe('Johnny')
})
