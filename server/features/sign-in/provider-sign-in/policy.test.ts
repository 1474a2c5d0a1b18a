import { expect, test } from 'vitest'
import { namesFrom, outcomeOf } from './policy.ts'

const active = { is_active: true, email_proven_at: new Date(0) }
const inactive = { ...active, is_active: false }
const nobody = { connected: undefined, sameEmail: undefined, isVouched: true }
const free = { ...active, isConnected: false }

test.each([
  ['whoever has connected it', { ...nobody, connected: active }, 'sign in'],
  ['whoever has connected it, whose e-mail is another’s', { ...nobody, connected: active, sameEmail: free }, 'sign in'],
  ['whoever has connected it and was deactivated', { ...nobody, connected: inactive }, 'account_inactive'],
  ['somebody new', nobody, 'newcomer'],
  ['somebody new, for whose e-mail nobody vouches', { ...nobody, isVouched: false }, 'newcomer'],
  ['the owner of a proven e-mail', { ...nobody, sameEmail: free }, 'link'],
  ['its owner, deactivated', { ...nobody, sameEmail: { ...free, is_active: false } }, 'account_inactive'],
  ['an e-mail nobody vouches for', { ...nobody, sameEmail: free, isVouched: false }, 'connect_after_login'],
  ['the owner of an e-mail never proven', { ...nobody, sameEmail: { ...free, email_proven_at: null } }, 'claim'],
  [
    'an e-mail never proven, for which nobody vouches',
    { ...nobody, sameEmail: { ...free, email_proven_at: null }, isVouched: false },
    'connect_after_login',
  ],
  [
    'the owner of an e-mail never proven, at an account of another person there',
    { ...nobody, sameEmail: { ...free, email_proven_at: null, isConnected: true } },
    'claim',
  ],
  [
    'an account of another person there',
    { ...nobody, sameEmail: { ...free, isConnected: true } },
    'connect_after_login',
  ],
] as const)('%s', (_name, of, outcome) => expect(outcomeOf(of)).toBe(outcome))

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
