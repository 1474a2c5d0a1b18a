import { expect, test } from 'vitest'
import { isOfOtherMember, isExpired } from './tokens.ts'

const now = Date.UTC(2026, 9, 23)
const token = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.signature`
const expiringIn = (seconds: number) => token({ exp: now / 1_000 + seconds })

test.each([
  ['in 5 minutes 1 second', expiringIn(5 * 60 + 1), false],
  ['in 5 minutes', expiringIn(5 * 60), true],
  ['in 4 minutes 59 seconds', expiringIn(4 * 60 + 59), true],
  ['long ago', expiringIn(-1), true],
  ['never (no exp)', token({ sub: 'misaki' }), true],
  ['never (exp is no number)', token({ exp: '2099' }), true],
  ['never (no object)', `e30.${btoa('null')}.signature`, true],
  ['never (no JSON)', 'a.b.c', true],
  ['never (only two parts)', 'e30.e30', true],
  ['never, it has four parts', `${expiringIn(900)}.more`, true],
  ['never, it is empty', '', true],
])('isExpired checks a token that expires %s', (_, token, expired) => expect(isExpired(token, now)).toBe(expired))

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
