import { expect, test } from 'vitest'
import { namesFrom, outcomeOf } from './policy.ts'

const active = { is_active: true, email_proven_at: new Date(0) }
const inactive = { ...active, is_active: false }
const nobody = { connected: undefined, sameEmail: undefined, isVouched: true, isCompany: false }
const free = { ...active, isConnected: false, email_set_by_directory: false }
const byDirectory = { ...free, email_proven_at: null, email_set_by_directory: true }

test.each([
  ['a member who has connected the account', { ...nobody, connected: active }, 'sign in'],
  [
    'a member who has connected the account, with another member’s email',
    { ...nobody, connected: active, sameEmail: free },
    'sign in',
  ],
  ['a deactivated member who has connected the account', { ...nobody, connected: inactive }, 'account_inactive'],
  ['a new person', nobody, 'newcomer'],
  ['a new person with an unverified email', { ...nobody, isVouched: false }, 'newcomer'],
  ['the owner of a proven email', { ...nobody, sameEmail: free }, 'link'],
  [
    'the deactivated owner of a proven email',
    { ...nobody, sameEmail: { ...free, is_active: false } },
    'account_inactive',
  ],
  [
    'a member’s email that the provider has not verified',
    { ...nobody, sameEmail: free, isVouched: false },
    'connect_after_login',
  ],
  ['the owner of an unproven email', { ...nobody, sameEmail: { ...free, email_proven_at: null } }, 'claim'],
  [
    'an unproven email that the provider has not verified',
    { ...nobody, sameEmail: { ...free, email_proven_at: null }, isVouched: false },
    'connect_after_login',
  ],
  [
    'the owner of an unproven email whose account has another person of the provider',
    { ...nobody, sameEmail: { ...free, email_proven_at: null, isConnected: true } },
    'claim',
  ],
  ['the owner of an email that the directory set', { ...nobody, sameEmail: byDirectory }, 'connect_after_login'],
  [
    'the owner of an email that the directory set, at the company’s provider',
    { ...nobody, sameEmail: byDirectory, isCompany: true },
    'claim',
  ],
  [
    'another person of the company with an email that the directory set',
    { ...nobody, sameEmail: { ...byDirectory, isConnected: true }, isCompany: true },
    'connect_after_login',
  ],
  [
    'a member whose account has another person of the provider',
    { ...nobody, sameEmail: { ...free, isConnected: true } },
    'connect_after_login',
  ],
] as const)('the policy decides the outcome of a sign-in by %s', (_name, of, outcome) =>
  expect(outcomeOf(of)).toBe(outcome),
)

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
])('a sign-in splits the name %j into a first and a family name', (name, names) => {
  expect(namesFrom(name, 'octocat')).toEqual(names)
})
