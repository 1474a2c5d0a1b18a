import { expect, test } from 'vitest'
import { isOfOtherMember, isExpired } from './tokens.ts'

const now = Date.UTC(2026, 9, 23)
const token = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.signature`
const expiringIn = (seconds: number) => token({ exp: now / 1_000 + seconds })

test('isExpired returns false for a token that expires in over 5 minutes', () =>
  expect(isExpired(expiringIn(5 * 60 + 1), now)).toBe(false))

test.each([
  ['expires in 5 minutes', expiringIn(5 * 60)],
  ['expires in 4 minutes 59 seconds', expiringIn(4 * 60 + 59)],
  ['expired long ago', expiringIn(-1)],
  ['has no `exp`', token({ sub: 'misaki' })],
  ['has an `exp` that is no number', token({ exp: '2099' })],
  ['contains no object', `e30.${btoa('null')}.signature`],
  ['contains no JSON', 'a.b.c'],
  ['has only two parts', 'e30.e30'],
  ['has four parts', `${expiringIn(900)}.more`],
  ['is empty', ''],
])('isExpired returns true for a token that %s', (_, token) => expect(isExpired(token, now)).toBe(true))

test('isExpired reads the claims of a token that is encoded in base64url', () => {
  // In base64, this text contains characters that base64url replaces.
  const claims = btoa(
    String.fromCodePoint(...new TextEncoder().encode(JSON.stringify({ a: 'ÿ?>>>', exp: now / 1_000 + 900 }))),
  )
  const encoded = claims.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  expect(encoded).toMatch(/[-_]/u)
  expect(isExpired(`e30.${encoded}.signature`, now)).toBe(false)
})

test.each([
  ["the member's own token", token({ sub: 'misaki' }), false],
  ["another member's token", token({ sub: 'haruka' }), true],
  ['a token without a member', token({}), false],
  ['an unreadable token', 'token', false],
])('isOfOtherMember tells whether a token belongs to another member: %s', (_, token, anothers) =>
  expect(isOfOtherMember(token, 'misaki')).toBe(anothers),
)
