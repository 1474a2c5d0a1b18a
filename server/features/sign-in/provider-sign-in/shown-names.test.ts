import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newAddress } from '#server/testing/team.ts'
import { providerOfAnyClaims } from './testing/any-claims.ts'
import { nameInEmail, personNameOf } from './claims.ts'

const { signIn } = await providerOfAnyClaims()

/**
 * Signs a newcomer in with these claims. Returns the names that the sign-up form shows (Google) or that the member has
 * (OIDC).
 */
async function namesBy(provider: 'google' | 'oidc', claims: object): Promise<Record<string, string>> {
  const who = { sub: newAddress(), email: `${newAddress()}.saeki@example.com`, email_verified: true }
  const { browser, body } = await signIn(provider, { ...who, ...claims })
  if (provider === 'google') {
    const { name, given_name, family_name } = body.google_user
    return { name, given_name, family_name }
  }
  const me = (await browser.get('/users/me', { authorization: `Bearer ${body.access_token}` })).body
  const { first_name, family_name, preferred_name, display_name } = me
  return { first_name, family_name, preferred_name, display_name }
}

test.each([
  [
    { given_name: 'Misaki', family_name: 'Saeki' },
    { first_name: 'Misaki', family_name: 'Saeki', preferred_name: 'Misaki Saeki' },
  ],
  [
    { given_name: '美咲', family_name: '佐伯' },
    { first_name: '美咲', family_name: '佐伯', preferred_name: '' },
  ],
  [{ given_name: 'Misaki', family_name: 'Saeki', preferred_username: 'msaeki' }, { preferred_name: 'Misaki Saeki' }],
  [{ given_name: 'Misaki' }, { preferred_name: 'Misaki' }],
  [{ preferred_username: 'msaeki@corp.local', given_name: 'Misaki' }, { preferred_name: 'Misaki' }],
  [{ name: 'misaki@example.com', preferred_username: 'msaeki' }, { preferred_name: 'msaeki' }],
  [{ name: 'misaki＠example.com', given_name: '美咲', family_name: '佐伯' }, { preferred_name: '' }],
])('a newcomer with the claims %j gets the names %j', async (claims, names) => {
  expect(await namesBy('oidc', claims)).toMatchObject(names)
})

test('a newcomer’s name is never an email, whichever claims contain one', async () => {
  const claim = fc.constantFrom('', 'a.b@example.com', 'Ren <ren@corp>', 'x＠y', 'Ren', '佐伯', 7)
  const claims = fc.record(
    { name: claim, given_name: claim, family_name: claim, preferred_username: claim, nickname: claim },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('google' as const, 'oidc' as const), claims, async (provider, said) => {
      const names = Object.values(await namesBy(provider, said))
      expect(names.join(' ').normalize('NFKC')).not.toContain('@')
      expect(names.join('').trim()).not.toBe('')
    }),
    { numRuns: 30 },
  )
})

test.each([
  ['misaki.saeki+work@example.com', 'misaki saeki'],
  ['_@example.com', '_'],
  ['+@example.com', '+'],
  ['"a@b"@example.com', '"a b"'],
])('the address %s becomes the name “%s”', (address, name) => expect(nameInEmail(address)).toBe(name))

test.each(['a@b', 'a.b@example.com', 'Ren (ren@example.com)', 'ren＠example.com', undefined])(
  'the claim “%s” is not accepted as a name',
  (text) => expect(personNameOf(text)).toBe(''),
)

test.each(['Ren @ Sales', '@ren', '佐伯 美咲'])('the claim “%s” is accepted as a name', (text) =>
  expect(personNameOf(text)).toBe(text),
)
