import { hash } from '@node-rs/argon2'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPassword } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { PasswordChange } from '#contract/passwords.ts'
import { isCommon } from '#server/access/passwords/common-passwords.ts'
import { comparePassword, hashPassword } from '#server/access/passwords/passwords.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { newAddress, team } from '#server/testing/team.ts'

// The same password in every Unicode form (E1.05).
const written = 'Schlüsselbund für パスワード ２０２６'.normalize('NFC')
const forms = {
  NFC: written.normalize('NFC'),
  NFD: written.normalize('NFD'),
  NFKC: written.normalize('NFKC'),
  NFKD: written.normalize('NFKD'),
  'half width': written.replace('パスワード', 'ﾊﾟｽﾜｰﾄﾞ'),
  'full width': written.replaceAll(/[!-~]/gu, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)),
}
const pairs = Object.keys(forms).flatMap((set) => Object.keys(forms).map((typed) => [set, typed] as const)) as [
  keyof typeof forms,
  keyof typeof forms,
][]

/** Caches the hash of each form, because a hash takes 50 ms of processor time. */
const hashes = new Map<string, Promise<string>>()
function hashOf(set: keyof typeof forms): Promise<string> {
  const known = hashes.get(set) ?? hashPassword(forms[set])
  hashes.set(set, known)
  return known
}

test.each(pairs)('a password that was set in %s can be typed in %s', async (set, typed) => {
  expect(await comparePassword(await hashOf(set), forms[typed])).toMatchObject({ matches: true })
})

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const wide = fc
  .stringMatching(/^[!-~]{8,20}$/u)
  .map((text) => text.replaceAll(/[!-~]/gu, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)))

test('a sign-in accepts the password in any Unicode form', async () => {
  const asked = fc.asyncProperty(
    fc.oneof(words, wide),
    fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
    async (text, form) => {
      const stored = await hashPassword(text)
      expect((await comparePassword(stored, text.normalize(form))).matches).toBe(true)
      expect((await comparePassword(stored, `${text}x`)).matches).toBe(false)
    },
  )
  await fc.assert(asked, { numRuns: 8 }) // each run takes 0.2 s of processor time
}, 60_000)

test('a new password is checked alike in every Unicode form', async () => {
  const schema = newPassword(limits.password)
  const asked = fc.asyncProperty(fc.oneof(words, wide), async (text) => {
    const one = [schema.safeParse(text).success, await isCommon(text, ['山田太郎'])]
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
      const other = text.normalize(form)
      expect([schema.safeParse(other).success, await isCommon(other, ['山田太郎'])]).toEqual(one)
      expect(
        PasswordChange.safeParse({ new_password: `${text} 8 letters`, confirm_password: `${other} 8 letters` }).success,
      ).toBe(true)
    }
  })
  await fc.assert(asked)
})

test('the length of a password is checked before the text is normalized', () => {
  const schema = newPassword(limits.password)
  expect(schema.safeParse('ﷺ'.repeat(limits.passwordLongest)).success).toBe(true) // each becomes 18 characters in NFKC
  expect(schema.safeParse('e\u0301'.repeat(limits.passwordLongest)).success).toBe(false) // only half as long in NFKC
})

test('a sign-in renews the hash of a password that was stored without normalization', async () => {
  const { clock, database, member, teamId, visitor } = await team()
  const { user, ...browser } = await member()
  const raw = await hash(forms.NFD, { memoryCost: 65_536, timeCost: 3, parallelism: 1 })
  const within = <T>(work: Parameters<typeof withTeamTransaction<T>>[2]) =>
    withTeamTransaction(database, { teamId }, work)
  await within((db) =>
    db.updateTable('credentials').set({ password_hash: raw }).where('user_id', '=', user.id).execute(),
  )
  const kept = () =>
    within((db) => db.selectFrom('credentials').where('user_id', '=', user.id).selectAll().executeTakeFirstOrThrow())
  const { changed_at } = await kept()
  const signIn = async (password: string) =>
    (await visitor(newAddress()).post('/auth/login', { username: user.email, password })).status

  expect(await signIn(forms.NFC)).toBe(401) // the stored hash is that of the NFD text
  expect(await signIn(forms.NFD)).toBe(200)
  expect(await kept()).toMatchObject({ changed_at })
  expect((await kept()).password_hash).not.toBe(raw)
  for (const form of Object.values(forms)) expect(await signIn(form)).toBe(200)

  await within((db) =>
    db.updateTable('credentials').set({ password_hash: raw }).where('user_id', '=', user.id).execute(),
  )
  clock.now = new Date(clock.now.getTime() + 60_000)
  expect((await browser.post('/auth/reauthenticate', { current_password: forms.NFD })).status).toBe(204)
  expect((await kept()).password_hash).not.toBe(raw)
  expect((await browser.post('/auth/reauthenticate', { current_password: forms['full width'] })).status).toBe(204)
})
