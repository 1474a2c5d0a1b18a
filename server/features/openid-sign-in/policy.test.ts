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
])('who %s vouches accordingly (N2.08)', (_what, claims, isVouched) => {
  expect(emailIn(claims, 'email')).toEqual({ named: email, isVouched })
})

test('what is said of the e-mail is not said of another claim, unless they are the same', () => {
  const claims = { email, email_verified: true, upn: 'hayakawa@example.com', mail: 'Naoki@example.com' }
  expect(emailIn(claims, 'upn')).toEqual({ named: 'hayakawa@example.com', isVouched: false })
  expect(emailIn(claims, 'mail')).toEqual({ named: 'Naoki@example.com', isVouched: true })
})
