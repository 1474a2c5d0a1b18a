import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { newAddress } from '#server/testing/team.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type Attempts, openAttempts } from './attempts.ts'

const open = async () => openAttempts(await testDatabase(), randomBytes(32), () => {})
const mailbox = 'owner@example.com'
const purposes = ['invitation', 'email-change'] as const
type Purpose = (typeof purposes)[number]

/** Sends emails. @returns how many were allowed */
async function send(count: number, mail: (n: number) => Promise<unknown>) {
  let allowed = 0
  for (let n = 0; n < count; n += 1)
    try {
      if ((await mail(n)) !== false) allowed += 1
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_emails') throw error
    }
  return allowed
}

const made = async () => 'made'
/** Sends an email for a sender that is not a newcomer. */
const established =
  (attempts: Attempts, purpose: Purpose) =>
  (to: string, sender: string, by = sender, address = newAddress()) =>
    attempts.mail({ purpose, to, by, sender, address, isNewcomer: false }, made)
const newcomer =
  (attempts: Attempts, purpose: Purpose) =>
  (to: string, sender: string, address = newAddress()) =>
    attempts.mail({ purpose, to, by: sender, sender, address, isNewcomer: true }, made)

test.each(purposes)(
  'strangers who use up their %s emails to a mailbox limit no other sender (E1.14)',
  async (purpose) => {
    const attempts = await open()
    for (const sender of ['stranger', 'second', 'third', 'fourth'])
      await send(20, () => established(attempts, purpose)(mailbox, sender))
    for (let n = 0; n < 12; n += 1) await send(2, () => newcomer(attempts, purpose)(mailbox, `newcomer ${n}`))
    expect(await send(1, () => established(attempts, purpose)(mailbox, 'owner'))).toBe(1)
  },
)

test.each(purposes)('one sender may send ten %s emails a day to a mailbox (E1.14)', async (purpose) => {
  const attempts = await open()
  const mail = established(attempts, purpose)
  expect(await send(14, (n) => mail(`owner+${n}@example.com`, 'team', `member ${n}`))).toBe(10)
})

test.each(purposes)('all newcomers together may send five %s emails an hour to a mailbox (E1.14)', async (purpose) => {
  const attempts = await open()
  expect(await send(40, (n) => newcomer(attempts, purpose)(mailbox, `team ${n}`))).toBe(5)
})

test('newcomers at one network address may send 200 emails an hour without limiting other addresses (E1.14)', async () => {
  const attempts = await open()
  const stranger = newAddress()
  const mail = newcomer(attempts, 'invitation')
  expect(await send(220, (n) => mail(`${n}@example.com`, `team ${n % 10}`, stranger))).toBe(200)
  expect(await send(1, () => mail('friend@example.com', 'honest'))).toBe(1)
})

test('sign-ups send a mailbox at most five emails a day per network, fifteen in total (E1.14)', async () => {
  const attempts = await open()
  const stranger = newAddress()
  expect(await send(9, () => attempts.maySignUpMail(mailbox, stranger))).toBe(5)
  expect(await send(30, () => attempts.maySignUpMail(mailbox, newAddress()))).toBe(10)
})

test('refused sign-ups do not count against the email limit of a mailbox (E1.14)', async () => {
  const attempts = await open()
  const strangers = [newAddress(), newAddress(), newAddress()]
  for (const address of strangers)
    expect(await send(101, (n) => attempts.maySignUpMail(`${n}@example.org`, address))).toBe(100)
  for (const address of strangers) expect(await send(9, () => attempts.maySignUpMail(mailbox, address))).toBe(0)
  const owner = newAddress()
  expect(await send(9, () => attempts.maySignUpMail(mailbox, owner))).toBe(5)
})

test('an email whose creation fails does not count against the limits (E1.14)', async () => {
  const attempts = await open()
  const sender = { purpose: 'invitation', to: mailbox, by: 'a', sender: 'a', address: newAddress() } as const
  const failing = () =>
    attempts.mail({ ...sender, isNewcomer: true }, async () => {
      throw new AppError('already_invited')
    })
  for (let n = 0; n < 12; n += 1) await expect(failing()).rejects.toMatchObject({ code: 'already_invited' })
  expect(await send(9, () => attempts.mail({ ...sender, isNewcomer: true }, made))).toBe(5)
})

test('two administrators can each invite eighty members on the first day of a team (E1.14)', async () => {
  const attempts = await open()
  const office = newAddress()
  for (const by of ['first', 'second'])
    expect(
      await send(80, (n) => {
        const mail = { purpose: 'invitation', to: `${n}@example.com`, by, sender: 'team' } as const
        return attempts.mail({ ...mail, address: office, isNewcomer: true }, made)
      }),
    ).toBe(80)
})

/** Each kind of email that an honest sender must still be able to send. */
const kinds: Record<string, (of: Attempts, who: string, n: number) => Promise<unknown>> = {
  'an invitation as a newcomer': (of, who, n) => newcomer(of, 'invitation')(`${who}${n}@example.org`, who),
  'an address-change email as a newcomer': (of, who, n) => newcomer(of, 'email-change')(`${who}${n}@example.org`, who),
  'an invitation as an established team': (of, who, n) => established(of, 'invitation')(`${who}${n}@example.org`, who),
  'an address-change email as an established member': (of, who, n) =>
    established(of, 'email-change')(`${who}${n}@example.org`, who),
  'a sign-up email': (of, who, n) => of.maySignUpMail(`${who}${n}@example.org`, who),
  'a password-reset email': (of, who) => of.mayMailReset({ account: who, address: newAddress() }),
}

test.each(Object.entries(kinds))(
  'an honest sender can still send %s after strangers used up the deployment’s quota (E1.14)',
  async (_, mail) => {
    const database = await testDatabase()
    const attempts = openAttempts(database, randomBytes(32), () => {})
    expect(await send(3, (n) => mail(attempts, 'stranger', n))).toBe(3)
    await sql`update attempts set points = 1000 where key like 'email-deployment:%'`.execute(database)
    expect(await send(3, (n) => mail(attempts, 'stranger', n))).toBe(0)
    expect(await send(1, (n) => mail(attempts, 'honest', n))).toBe(1)
  },
)

test('plus-addresses of an unproven mailbox share ten notices a day, apart from the plain address (E1.14)', async () => {
  const attempts = await open()
  const notify = (to: string) => async (n: number) =>
    (await attempts.mayNotify(to.replace('#', `${n}`), { kind: `kind ${n}`, team: `${n}`, isProven: false })) !==
    'refused'
  expect(await send(30, notify('Owner+#@example.com'))).toBe(10)
  expect(await send(30, notify(mailbox))).toBe(10)
})

test('password resets from all known browsers of an account share one limit', async () => {
  const attempts = await open()
  const ask = (account: string) => (n: number) =>
    attempts.mayMailReset({ account, address: newAddress(), device: `${account} ${n}` })
  expect(await send(8, ask('a'))).toBe(5)
  expect(await send(1, ask('b'))).toBe(1)
  expect(await attempts.mayMailReset({ account: 'a', address: newAddress() })).toBe(true)
})
