import { expect, test } from 'vitest'
import { ownerOf } from './policy.ts'

test('an imported item is the importer’s, the lead’s or nobody’s, as was chosen', () => {
  const people = { importer: 'importer', lead: 'lead' }
  expect(ownerOf('current-user', people)).toBe('importer')
  expect(ownerOf('team-lead', people)).toBe('lead')
  expect(ownerOf('none', people)).toBeNull()
})
