import { expect, test } from 'vitest'
import { namesFrom, widest } from './policy.ts'

test.each([
  ['早川 直樹', { family_name: '早川', first_name: '直樹', preferred_name: '' }],
  ['김 민준', { family_name: '김', first_name: '민준', preferred_name: '' }],
  ['早川 直樹 二世', { family_name: '早川', first_name: '直樹 二世', preferred_name: '' }],
  ['Naoki 早川', { first_name: 'Naoki', family_name: '早川', preferred_name: 'Naoki 早川' }],
  ['早川 Naoki', { first_name: '早川', family_name: 'Naoki', preferred_name: '早川 Naoki' }],
  ['Naoki Hayakawa', { first_name: 'Naoki', family_name: 'Hayakawa', preferred_name: 'Naoki Hayakawa' }],
  ['Anna  Maria Rossi', { first_name: 'Anna Maria', family_name: 'Rossi', preferred_name: 'Anna  Maria Rossi' }],
  ['早川直樹', { first_name: '早川直樹', family_name: '早川直樹', preferred_name: '早川直樹' }],
  ['', { first_name: 'octocat', family_name: 'octocat', preferred_name: 'octocat' }],
])('%s is parted as an account needs it', (name, names) => {
  expect(namesFrom(name, 'octocat')).toEqual(names)
})

test('a grant that allows less does not replace one that allows more', () => {
  const wide = { access_token: 'wide', scopes: ['read:user', 'repo'] }
  const narrow = { access_token: 'narrow', scopes: ['read:user', 'user:email'] }
  expect(widest(wide, narrow)).toBe(wide)
  expect(widest(narrow, { ...wide, scopes: [...wide.scopes, 'user:email'] })).toMatchObject({ access_token: 'wide' })
  expect(widest(undefined, narrow)).toBe(narrow)
  expect(widest(narrow, { ...narrow, access_token: 'newer' })).toMatchObject({ access_token: 'newer' })
})
