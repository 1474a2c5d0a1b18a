import { expect, test } from 'vitest'
import { branchesOf } from './branches.ts'

test('branchesOf returns one sentence for each branch of a plural', () => {
  expect(branchesOf('{count, plural, one {# address was} other {# addresses were}} not invited')).toEqual([
    '# address was not invited',
    '# addresses were not invited',
  ])
})

test('branchesOf combines the branches of a choice and of a plural', () => {
  expect(branchesOf('{who, select, you {You} other {{name}}}: {count, plural, one {# day} other {# days}}')).toEqual([
    'You: # day',
    'You: # days',
    '{name}: # day',
    '{name}: # days',
  ])
})

test('branchesOf keeps placeholders, formatted numbers and tags', () => {
  expect(branchesOf('{name}: {count, number} <more>of {all}</more>')).toEqual(['{name}: {count} <more>of {all}</more>'])
})

test('branchesOf returns a text with wrong ICU syntax unchanged', () => {
  expect(branchesOf('an open { brace')).toEqual(['an open { brace'])
})
