import { expect, test } from 'vitest'
import { branchesOf } from './branches.ts'

test('returns one sentence for each branch of a plural', () => {
  expect(branchesOf('{count, plural, one {# address was} other {# addresses were}} not invited')).toEqual([
    '# address was not invited',
    '# addresses were not invited',
  ])
})

test('combines a choice with the plural inside it', () => {
  expect(branchesOf('{who, select, you {You} other {{name}}}: {count, plural, one {# day} other {# days}}')).toEqual([
    'You: # day',
    'You: # days',
    '{name}: # day',
    '{name}: # days',
  ])
})

test('keeps placeholders, formatted numbers and tags', () => {
  expect(branchesOf('{name}: {count, number} <more>of {all}</more>')).toEqual(['{name}: {count} <more>of {all}</more>'])
})

test('returns text that is not ICU as it is', () => {
  expect(branchesOf('an open { brace')).toEqual(['an open { brace'])
})
