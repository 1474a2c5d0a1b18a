import { expect, test } from 'vitest'
import { ownerOf } from './policy.ts'

test('the setting decides whether an imported item goes to the importer, the lead or nobody', () => {
  const people = { importer: 'importer', lead: 'lead' }
  expect(ownerOf('current-user', people)).toBe('importer')
  expect(ownerOf('team-lead', people)).toBe('lead')
  expect(ownerOf('none', people)).toBeNull()
})
