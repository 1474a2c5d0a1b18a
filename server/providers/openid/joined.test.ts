import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailIn } from '#server/features/openid-sign-in/policy.ts'
import { joined } from './openid.ts'

const email = fc.constantFrom('proven@example.com', 'other@example.com', undefined, 7)
const said = fc.constantFrom(true, 'true', false, undefined, null)
const document = fc.record({
  email,
  email_verified: said,
  xms_edov: fc.constantFrom(1, '1', undefined),
  sub: fc.string(),
})

test('takes an e-mail and what vouches for it from one document', () => {
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
])('lets %s vouch for no e-mail of the other document', (_, idToken, userInfo) => {
  expect(emailIn(joined(idToken, userInfo), 'email')).toEqual({ named: 'proven@example.com', isVouched: false })
})

test('keeps the other claims of both documents, first those of the ID token', () => {
  expect(joined({ sub: '1', name: 'A' }, { sub: '2', name: 'B', upn: 'c@example.com' })).toEqual({
    sub: '1',
    name: 'A',
    upn: 'c@example.com',
  })
})
