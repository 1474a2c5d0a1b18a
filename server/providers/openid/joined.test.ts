import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailIn } from '#server/features/sign-in/openid/policy.ts'
import { joined } from './openid.ts'

const email = fc.constantFrom('proven@example.com', 'other@example.com', undefined, 7)
const said = fc.constantFrom(true, 'true', false, undefined, null)
const document = fc.record({
  email,
  email_verified: said,
  xms_edov: fc.constantFrom(1, '1', undefined),
  sub: fc.string(),
})

test('an email and its verification come from the same document of an OpenID provider', () => {
  fc.assert(
    fc.property(document, document, (idToken, userInfo) => {
      const { named, isVouched } = emailIn(joined(idToken, userInfo), 'email')
      const of = typeof idToken.email === 'string' ? idToken : userInfo
      expect({ named, isVouched }).toEqual(emailIn(of, 'email'))
    }),
  )
})

test.each([
  ['a flag of UserInfo', { email: 'proven@example.com' }, { email: 'other@example.com', email_verified: true }],
  ['a flag of the ID token', { email_verified: true }, { email: 'proven@example.com', email_verified: false }],
  ['a lone flag of the ID token', { email_verified: true }, { email: 'proven@example.com' }],
])('%s does not verify the email of the other document', (_, idToken, userInfo) => {
  expect(emailIn(joined(idToken, userInfo), 'email')).toEqual({ named: 'proven@example.com', isVouched: false })
})

test('the ID token’s claims have priority over those of UserInfo', () => {
  expect(joined({ sub: '1', name: 'A' }, { sub: '2', name: 'B', upn: 'c@example.com' })).toEqual({
    sub: '1',
    name: 'A',
    upn: 'c@example.com',
  })
})
