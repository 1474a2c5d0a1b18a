import { expect, test } from 'vitest'
import { ownerOf } from './policy.ts'

test('assigns an imported item to the importer, the lead or no one, as the setting says', () => {
  const people = { importer: 'importer', lead: 'lead' }
  expect(ownerOf('current-user', people)).toBe('importer')
  expect(ownerOf('team-lead', people)).toBe('lead')
  expect(ownerOf('none', people)).toBeNull()
})
