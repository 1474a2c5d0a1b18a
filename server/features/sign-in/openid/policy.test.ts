import { expect, test } from 'vitest'
import { emailIn } from './policy.ts'

const email = 'naoki@example.com'

test.each([
  ['says so', { email, email_verified: true }, true],
  ['says so as a word', { email, email_verified: 'true' }, true],
  ['says that it does not, as Authentik since 2025.10', { email, email_verified: false }, false],
  ['says nothing, as Entra', { email }, false],
  ['says that the domain’s owner was proven, as Entra where it is asked for', { email, xms_edov: '1' }, true],
  ['says that they were not', { email, xms_edov: false }, false],
  ['says no, whatever the domain is', { email, email_verified: false, xms_edov: true }, false],
])('reads whether a provider that %s has verified the email (N2.08)', (_what, claims, isVouched) => {
  expect(emailIn(claims, 'email')).toEqual({ named: email, isVouched })
})

const noProof = [
  1,
  '1',
  'yes',
  'True',
  'TRUE',
  ' true',
  'on',
  0,
  '',
  'false',
  [true],
  ['true'],
  { true: true },
  null,
  NaN,
]

test.each(noProof)('takes `email_verified: %j` for no proof', (email_verified) => {
  expect(emailIn({ email, email_verified }, 'email').isVouched).toBe(false)
})

test.each(noProof.filter((said) => said !== null))(
  'takes `email_verified: %j` for no proof, whatever `xms_edov` is',
  (email_verified) => expect(emailIn({ email, email_verified, xms_edov: true }, 'email').isVouched).toBe(false),
)

test.each([
  [true, true],
  ['true', true],
  [1, true],
  ['1', true],
  ['yes', false],
  ['True', false],
  [[1], false],
  [2, false],
])('reads `xms_edov: %j` as Entra sends it: %s', (xms_edov, isVouched) => {
  expect(emailIn({ email, xms_edov }, 'email').isVouched).toBe(isVouched)
})

test('applies email_verified only to the email claim, unless another claim has the same address', () => {
  const claims = { email, email_verified: true, upn: 'hayakawa@example.com', mail: 'Naoki@example.com' }
  expect(emailIn(claims, 'upn')).toEqual({ named: 'hayakawa@example.com', isVouched: false })
  expect(emailIn(claims, 'mail')).toEqual({ named: 'Naoki@example.com', isVouched: true })
})
