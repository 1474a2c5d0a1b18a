import { expect, test } from 'vitest'
import { leftSince, ownerOf } from './policy.ts'

test('an imported item is the importer’s, the lead’s or nobody’s, as was chosen', () => {
  const people = { importer: 'importer', lead: 'lead' }
  expect(ownerOf('current-user', people)).toBe('importer')
  expect(ownerOf('team-lead', people)).toBe('lead')
  expect(ownerOf('none', people)).toBeNull()
})

test('where not all was read, only what is newer than the last issue can have left', () => {
  const issues = [3, 2, 1].map((time) => ({ updatedAt: new Date(time) }))
  expect(leftSince(issues, false)).toEqual(new Date(1))
  expect(leftSince(issues, true)).toBeUndefined()
  expect(leftSince([], false)).toBeUndefined()
})
