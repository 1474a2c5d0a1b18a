import { expect, test } from 'vitest'
import { widest } from './policy.ts'

test('a narrower GitHub grant does not replace a wider one', () => {
  const wide = { access_token: 'wide', scopes: ['read:user', 'repo'] }
  const narrow = { access_token: 'narrow', scopes: ['read:user', 'user:email'] }
  expect(widest(wide, narrow)).toBe(wide)
  expect(widest(narrow, { ...wide, scopes: [...wide.scopes, 'user:email'] })).toMatchObject({ access_token: 'wide' })
  expect(widest(undefined, narrow)).toBe(narrow)
  expect(widest(narrow, { ...narrow, access_token: 'newer' })).toMatchObject({ access_token: 'newer' })
})
