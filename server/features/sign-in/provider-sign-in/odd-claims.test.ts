import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { usualOrLong } from '#server/testing/long.ts'
import { newAddress, team } from '#server/testing/team.ts'
import { providerOfAnyClaims } from './testing/any-claims.ts'

const { providers, signIn } = await providerOfAnyClaims()

const person = () => ({
  sub: `person-${newAddress()}`,
  email: `${newAddress()}@example.com`,
  email_verified: true,
  name: '佐伯 美咲',
})

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x'.repeat(300),
  'x'.repeat(100_000),
  '__proto__',
  '\u200b',
  '\r\nSet-Cookie: x',
]
const oddValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  [],
  {},
  [null],
  { toString: 'x' },
  { valueOf: 1 },
  ['a@example.com'],
  ...oddTexts,
]
const anything = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 2 }))

test.each(['sub', 'email'] as const)('a sign-in with an invalid claim `%s` is refused and logged', async (claim) => {
  const values = claim === 'sub' ? [...oddValues, undefined] : oddValues
  for (const provider of ['google', 'oidc'] as const)
    for (const value of values) {
      if (claim === 'sub' && ['__proto__', '\u200b'].includes(value as string)) continue // these values are valid identifiers
      const { status, body, events } = await signIn(provider, { ...person(), [claim]: value })
      const tried = `${provider} ${JSON.stringify(value)?.slice(0, 50)}`
      expect([status, body.access_token, body.result], tried).toEqual([expect.any(Number), undefined, undefined])
      expect(status === 400 || status === 503, `${tried} ${status}`).toBe(true)
      if (status === 400 && typeof value === 'string')
        expect(events, tried).toContainEqual(
          expect.objectContaining({ event: 'sign_in_refused', reason: 'claims', cause: claim }),
        )
    }
})

test.each([
  'email_verified',
  'xms_edov',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'picture',
  'locale',
])('a sign-in causes no server error for any value of the claim `%s`', async (claim) => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('google' as const, 'oidc' as const), anything, async (provider, value) => {
      const { status } = await signIn(provider, { ...person(), [claim]: value })
      expect([200, 400, 403, 503]).toContain(status) // 503 if the provider answers late, on a busy machine
    }),
    { numRuns: usualOrLong(15, 40) },
  )
})

test('a sign-in causes no server error for any claims in the ID token and at UserInfo', async () => {
  const claims = fc.record(
    Object.fromEntries(
      ['sub', 'email', 'email_verified', 'name', 'given_name', 'family_name', 'preferred_username', 'picture'].map(
        (name) => [name, anything],
      ),
    ),
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('google' as const, 'oidc' as const),
      claims,
      claims,
      async (provider, token, userInfo) => {
        const { sub } = person()
        const { status } = await signIn(provider, { sub, ...token }, { sub, ...userInfo })
        expect([200, 400, 403, 503]).toContain(status)
      },
    ),
    { numRuns: usualOrLong(25, 60) },
  )
})

test.each([1, '1', 'yes', 'True', ' true', 'on', 'false', '', 0, [true], ['true'], { verified: true }, null])(
  'a sign-in links no account if `email_verified` is %j',
  async (email_verified) => {
    for (const provider of ['google', 'oidc'] as const) {
      const { email } = await provenMember()
      const { status, body } = await signIn(provider, { ...person(), email, email_verified })
      expect([status, body.code]).toEqual([409, 'connect_after_login'])
    }
  },
)

test.each([true, 'true'])(
  'a sign-in links the account of a proven address if `email_verified` is %j',
  async (verified) => {
    for (const provider of ['google', 'oidc'] as const) {
      const { email } = await provenMember()
      const { status, body } = await signIn(provider, { ...person(), email, email_verified: verified })
      expect([status, body.result]).toEqual([200, 'login'])
    }
  },
)

async function provenMember() {
  const { database, member, teamId } = await team({ providers, logLevel: 'error' })
  const { user } = await member()
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', user.id).execute(),
  )
  return user
}
