import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { displayNameFor, fullName } from './names.ts'

const john = { first_name: 'John', family_name: 'Smith', preferred_name: '' }

test('the family name comes first in Japanese and Chinese, the given name elsewhere', () => {
  expect(languages.filter((language) => fullName(language, john) === 'Smith John')).toEqual(['ja', 'zh-cn', 'zh-tw'])
  expect(languages.filter((language) => fullName(language, john) === 'John Smith')).toHaveLength(5)
})

test('a name in one word is said once, and one part alone stands alone', () => {
  expect(fullName('en', { first_name: 'octocat', family_name: 'octocat' })).toBe('octocat')
  expect(fullName('en', { first_name: '', family_name: 'Smith' })).toBe('Smith')
})

test('who has chosen no display name has one where the given name comes first', () => {
  expect(displayNameFor('en', john)).toBe('John Smith')
  expect(displayNameFor('ja', john)).toBe('')
  expect(displayNameFor('en', { ...john, preferred_name: 'Johnny' })).toBe('Johnny')
})
