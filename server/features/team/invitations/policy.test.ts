import { expect, test } from 'vitest'
import { expiryFrom } from './policy.ts'

test('an invitation expires exactly after seven days', () => {
  expect(expiryFrom(new Date('2026-12-28T09:41:00.001Z'))).toEqual(new Date('2027-01-04T09:41:00.001Z'))
})
