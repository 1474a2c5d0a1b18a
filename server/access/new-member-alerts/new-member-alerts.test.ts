import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { startApp } from '#server/testing/team.ts'

import { deleteOldJoins } from './operations.ts'

type Settings = NonNullable<Parameters<typeof startApp>[0]>

const registration = (family_name: string) => ({
  first_name: '直樹',
  family_name,
  preferred_name: '',
  email: `${crypto.randomUUID()}@example.com`,
  password: 'ten letters',
})
type Person = ReturnType<typeof registration>

/** Starts an empty server, and creates its first account. */
async function begin(settings: Settings = {}) {
  const app = await startApp({ database: await testDatabase(), ...settings })
  const { visitor } = app
  const signUp = (person: Person) => visitor().post('/onboarding', person)
  const bearerOf = async ({ email, password }: Person) => {
    const { body } = await visitor().post('/auth/login', { username: email, password })
    return { authorization: `Bearer ${body.access_token}` }
  }
  const founder = registration('早川')
  await signUp(founder)
  const meOf = async (person: Person) => (await visitor().get('/users/me', await bearerOf(person))).body
  return { ...app, signUp, founder, bearerOf, meOf }
}

test('only administrators see the list of members who joined without an invitation', async () => {
  const { clock, founder, meOf, signUp } = await begin()
  expect(await meOf(founder)).toMatchObject({ newcomers: [] })

  const newcomer = registration('佐伯')
  const { body } = await signUp(newcomer)

  expect(await meOf(founder)).toMatchObject({
    newcomers: [{ user_id: body.id, name: '佐伯 直樹', at: expect.any(String), invited_by: null, state: 'active' }],
    newcomers_total: 1,
  })
  expect(await meOf(newcomer)).toMatchObject({ newcomers: [] })
  clock.now = new Date(clock.now.getTime() + 31 * 24 * 60 * 60_000)
  expect(await meOf(founder)).toMatchObject({ newcomers: [] })
})

test.each(['keep', 'erase'])(
  'the list of new members still has a member who left at once (choice: %s)',
  async (reports) => {
    const { bearerOf, founder, meOf, signUp, visitor } = await begin()
    const reader = registration('佐伯')
    await signUp(reader)
    const bearer = await bearerOf(reader)
    const left = await visitor().call('DELETE', '/users/me', { reports, password: reader.password }, bearer)
    expect(left.status).toBe(204)
    expect((await meOf(founder)).newcomers).toMatchObject([{ name: '佐伯 直樹', state: 'left' }])
  },
)

test('the list of new members still has a member who was deactivated', async () => {
  const { bearerOf, founder, meOf, signUp, visitor } = await begin()
  const { body } = await signUp(registration('佐伯'))
  const done = await visitor().patch(`/users/${body.id}`, { is_active: false }, await bearerOf(founder))
  expect(done.status).toBe(200)
  expect((await meOf(founder)).newcomers).toMatchObject([{ name: '佐伯 直樹', state: 'deactivated' }])
})

test('the list of new members has the newest hundred of 30 days, and counts all', async () => {
  const { clock, database, founder, meOf, signUp } = await begin()
  await signUp(registration('佐伯'))
  await withEveryTeamTransaction(database, async (db) => {
    await sql`
      insert into joins (team_id, id, user_id, name, joined_at)
      select team_id, gen_random_uuid(), gen_random_uuid(), 'n' || n, joined_at + n * interval '1 second'
      from joins, generate_series(1, 106) n`.execute(db)
  })
  clock.now = new Date(clock.now.getTime() + 60 * 60_000)
  const { newcomers, newcomers_total } = await meOf(founder)
  expect([newcomers.length, newcomers[0].name, newcomers_total]).toEqual([100, 'n106', 107])
  clock.now = new Date(clock.now.getTime() + 31 * 24 * 60 * 60_000)
  await deleteOldJoins({ database, now: () => clock.now })
  const left = await withEveryTeamTransaction(database, (db) => db.selectFrom('joins').select('id').execute())
  expect(left).toEqual([])
})

test('administrators see members whom another member invited if no mail server is configured', async () => {
  const { bearerOf, founder, meOf, signUp, visitor } = await begin()
  const inviter = registration('佐伯')
  await signUp(inviter)
  const guest = registration('高橋')
  const invited = await visitor().post('/invitations/', { email: guest.email }, await bearerOf(inviter))
  const id = new URL(invited.body.link).searchParams.get('token')
  const answer = await visitor().post('/invitations/accept', { ...guest, id, confirm_password: guest.password })
  expect(answer.status).toBe(200)
  expect((await meOf(founder)).newcomers).toMatchObject([
    { name: '高橋 直樹', invited_by: '佐伯 直樹' },
    { name: '佐伯 直樹', invited_by: null },
  ])
})

test('a new member is not listed to the administrator who invited them', async () => {
  const mailbox = await openMailbox()
  const { founder, bearerOf, meOf, visitor, signUp } = await begin({
    mail: { url: mailbox.url, from: 'asakai@example.com' },
  })
  const guest = registration('佐伯')
  await visitor().post('/invitations/', { email: guest.email }, await bearerOf(founder))
  const invitation = (await Promise.all([mailbox.next(), mailbox.next()])).find(({ to }) => to === guest.email)!
  const answer = await visitor().post('/invitations/accept', {
    ...guest,
    id: tokenIn(invitation),
    confirm_password: guest.password,
  })
  expect(answer.status).toBe(200)
  expect(await meOf(founder)).toMatchObject({ newcomers: [] })
  expect((await signUp(registration('高橋'))).status).toBe(201)
  expect((await meOf(founder)).newcomers).toHaveLength(1)
})

test.each<[string, Settings]>([
  ['an immediate sign-up', {}],
  ['confirming an emailed link', { signUpDomains: ['example.com'] }],
])('administrators get an email about a member who joined by %s', async (_way, settings) => {
  const mailbox = await openMailbox()
  const { founder, visitor, signUp } = await begin({
    ...settings,
    mail: { url: mailbox.url, from: 'asakai@example.com' },
  })
  const prove = async () =>
    visitor().post('/auth/email-proof', { token: tokenIn(await mailbox.next()), password: 'ten letters' })
  await prove()
  const newcomer = registration('佐伯')
  await signUp(newcomer)
  if (settings.signUpDomains) await prove()
  const mails = settings.signUpDomains ? [await mailbox.next()] : [await mailbox.next(), await mailbox.next()]
  const mail = mails.find(({ to }) => to === founder.email)!
  expect(mail.subject).toContain('佐伯 直樹')
  expect(mail.text).toContain(newcomer.email)
})

test('an administrator gets at most five emails an hour about new members', async () => {
  const mailbox = await openMailbox()
  const { founder, meOf, signUp } = await begin({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  for (let count = 0; count < 7; count += 1) await signUp(registration(`佐伯${count}`))
  // One email to each person who signed up, and five to the founder.
  for (let count = 0; count < 8 + 5; count += 1) await mailbox.next()
  expect(mailbox.mails.filter(({ to, subject }) => to === founder.email && subject.includes('佐伯'))).toHaveLength(5)
  expect((await meOf(founder)).newcomers).toHaveLength(7)
})

test.each(['new-team', 'closed'] as const)(
  'a stranger who signs up joins no existing team with SIGNUP=%s',
  async (signUp) => {
    const { founder, meOf, signUp: enter } = await begin({ signUp })
    await enter(registration('佐伯'))
    expect(await meOf(founder)).toMatchObject({ newcomers: [], sign_up_domains: [] })
  },
)

test('members see the email domains that may sign up', async () => {
  const mailbox = await openMailbox()
  const { visitor } = await startApp({
    database: await testDatabase(),
    signUpDomains: ['example.com', 'example.org'],
    mail: { url: mailbox.url, from: 'asakai@example.com' },
  })
  const browser = withCookies(visitor())
  await browser.post('/onboarding', registration('早川'))
  const { body } = await browser.post('/auth/email-proof', { token: tokenIn(await mailbox.next()) })
  const me = await visitor().get('/users/me', { authorization: `Bearer ${body.access_token}` })
  expect(me.body).toMatchObject({ sign_up_domains: ['example.com', 'example.org'] })
})
