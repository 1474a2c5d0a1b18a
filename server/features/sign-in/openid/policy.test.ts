import { expect, test } from 'vitest'
import { emailIn } from './policy.ts'

const email = 'naoki@example.com'

test.each([
  ['sends `email_verified: true`', { email, email_verified: true }, true],
  ['sends `email_verified` as the text “true”', { email, email_verified: 'true' }, true],
  ['sends `email_verified: false`, as Authentik since 2025.10', { email, email_verified: false }, false],
  ['sends no claim about it, as Entra', { email }, false],
  ['sends `xms_edov` as the text “1”, as Entra on request', { email, xms_edov: '1' }, true],
  ['sends `xms_edov: false`', { email, xms_edov: false }, false],
  ['sends `email_verified: false` and `xms_edov: true`', { email, email_verified: false, xms_edov: true }, false],
])('the policy decides whether an email is verified if a provider %s (N2.08)', (_what, claims, isVouched) => {
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

test.each(noProof)('an email with `email_verified: %j` is not verified', (email_verified) => {
  expect(emailIn({ email, email_verified }, 'email').isVouched).toBe(false)
})

test.each(noProof.filter((said) => said !== null))(
  'an email with `email_verified: %j` is not verified, whatever `xms_edov` is',
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
])('an email with `xms_edov: %j` from Entra is verified: %s', (xms_edov, isVouched) => {
  expect(emailIn({ email, xms_edov }, 'email').isVouched).toBe(isVouched)
})

test('`email_verified` is valid only for the address of the email claim', () => {
  const claims = { email, email_verified: true, upn: 'hayakawa@example.com', mail: 'Naoki@example.com' }
  expect(emailIn(claims, 'upn')).toEqual({ named: 'hayakawa@example.com', isVouched: false })
  expect(emailIn(claims, 'mail')).toEqual({ named: 'Naoki@example.com', isVouched: true })
})
