import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { client } from '#server/testing/client.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, newAddress, password, startApp, team } from '#server/testing/team.ts'

const report = { report_date: '2026-10-23', yesterday_work: '設計', today_plan: '実装', issues: '' }
const october = new Date('2026-10-23T01:00:00Z')
const isAdmin = async ({ get, user }: Member) => (await get(`/users/${user.id}`)).body.is_admin
const nobody = '01998d5c-0000-7000-8000-000000000000'

test('the first member of a team is its only administrator', async () => {
  const { member } = await team()
  const [first, second] = [await member(), await member()]
  expect((await first.get('/users/me')).body).toMatchObject({ is_admin: true, writes: true, is_active: true })
  expect((await second.get('/users/me')).body).toMatchObject({ is_admin: false, writes: true, is_active: true })
})

test('only the first of several simultaneous sign-ups becomes the administrator', async () => {
  const { visitor, database } = await startApp({ signUp: 'new-team' })
  const email = `${crypto.randomUUID()}@example.com`
  const { body } = await visitor().post('/onboarding', {
    first_name: '直樹',
    family_name: '早川',
    preferred_name: '',
    email,
    password: 'a long pass phrase',
  })
  expect(body.is_admin).toBe(true)

  const { teamId } = await team()
  const insert = (number: number) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db
        .insertInto('users')
        .values({
          team_id: teamId,
          id: `01998d5c-0000-7000-8000-00000000000${number}`,
          first_name: '蓮',
          family_name: '藤井',
          preferred_name: '',
          email: `${number}-${email}`,
          email_key: `${number}-${email}`,
        })
        .returning('is_admin')
        .executeTakeFirstOrThrow(),
    )
  const made = await Promise.all([1, 2, 3, 4].map(insert))
  expect(made.filter(({ is_admin }) => is_admin)).toHaveLength(1)
})

test('the next person to join becomes the administrator after the last member has left (N1.01)', async () => {
  const { member } = await team({ now: october })
  const first = await member()
  expect((await first.post('/daily-reports', report)).status).toBe(201)
  expect((await first.call('DELETE', '/users/me', { reports: 'keep', password })).status).toBe(204)
  const next = await member()
  expect(await isAdmin(next)).toBe(true)
  expect((await next.get('/daily-reports?report_date=2026-10-23')).body.reports).toMatchObject([{ today_plan: '実装' }])
})

test('only an administrator can give and take the administrator right', async () => {
  const { member } = await team()
  const [first, second, third] = [await member(), await member(), await member()]
  const refused = await second.patch(`/users/${third.user.id}`, { is_admin: true })
  expect(refused).toMatchObject({ status: 403, body: { code: 'admins_only' } })

  const named = await first.patch(`/users/${second.user.id}`, { is_admin: true })
  expect(named).toMatchObject({ status: 200, body: { id: second.user.id, is_admin: true, is_active: true } })
  expect((await second.patch(`/users/${third.user.id}`, { is_admin: true })).status).toBe(200)
  expect((await second.patch(`/users/${first.user.id}`, { is_admin: false })).status).toBe(200)
  expect((await first.patch(`/users/${second.user.id}`, { is_admin: false })).status).toBe(403)
  expect([await isAdmin(first), await isAdmin(second), await isAdmin(third)]).toEqual([false, true, true])
})

test.each([[{ is_admin: false }], [{ is_active: false }]])(
  'the last administrator cannot be changed by %j',
  async (change) => {
    const { member } = await team()
    const [first, second] = [await member(), await member()]
    const refused = { status: 409, body: { code: 'last_admin' } }
    expect(await first.patch(`/users/${first.user.id}`, change)).toMatchObject(refused)
    await first.patch(`/users/${second.user.id}`, { is_admin: true })
    await first.patch(`/users/${second.user.id}`, { is_active: false })
    // An inactive administrator does not count.
    expect(await first.patch(`/users/${first.user.id}`, change)).toMatchObject(refused)
    expect((await first.get('/users/me')).body).toMatchObject({ is_admin: true, is_active: true })
  },
)

test('one of two administrators who remove each other at the same time stays administrator', async () => {
  for (const change of [{ is_admin: false }, { is_active: false }, { is_admin: false }, { is_active: false }]) {
    const { member } = await team()
    const [one, other] = [await member(), await member()]
    await one.patch(`/users/${other.user.id}`, { is_admin: true })
    const answers = await Promise.all([
      one.patch(`/users/${other.user.id}`, change),
      other.patch(`/users/${one.user.id}`, change),
    ])
    // The second request may find that the administrator right or the session has ended.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
})

test('changing a member without effect returns the unchanged member', async () => {
  const { member } = await team()
  const [first, second] = [await member(), await member()]
  for (const change of [{}, { is_active: true }, { is_admin: false }])
    expect(await first.patch(`/users/${second.user.id}`, change)).toMatchObject({
      status: 200,
      body: { is_active: true },
    })
  expect((await second.get('/users/me')).status).toBe(200)
  const gone = await first.patch(`/users/${second.user.id}`, { is_active: false })
  expect((await first.patch(`/users/${second.user.id}`, { is_active: false })).body).toEqual(gone.body)
})

test('changing a member of another team is answered with 404', async () => {
  const first = await (await team()).member()
  const stranger = await (await team()).member()
  for (const id of [stranger.user.id, nobody, 'x']) {
    expect((await first.patch(`/users/${id}`, { is_active: false })).status).toBe(404)
    expect((await first.delete(`/users/${id}/sessions`)).status).toBe(404)
  }
  expect((await stranger.get('/users/me')).status).toBe(200)
})

test.each([
  [{ is_active: 'no' }, 'is_active'],
  [{ is_admin: null }, 'is_admin'],
  [[], 'body'],
])('the change %j of a member is rejected with an error at %s', async (change, field) => {
  const first = await (await team()).member()
  const refused = await first.call('PATCH', `/users/${first.user.id}`, change)
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ field }] } })
})

test('deactivation ends all sessions at once, and a reactivated member can sign in again', async () => {
  const { app, member, visitor, clock } = await team({ now: october })
  const [first, second] = [await member(), await member()]
  const signIn = () => visitor().post('/auth/login', { username: second.user.email, password })
  const elsewhere = (await signIn()).body
  await second.post('/daily-reports', report)

  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const authorization = { authorization: `Bearer ${second.tokens.access_token}` }
  const stream = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: authorization })

  const { body } = await first.patch(`/users/${second.user.id}`, { is_active: false })
  expect(body).toMatchObject({ is_active: false, deactivated_at: '2026-10-23T10:00:00+09:00' })
  await stream.text() // waits until the stream ends
  expect((await second.get('/users/me')).status).toBe(401)
  for (const { refresh_token } of [second.tokens, elsewhere])
    expect((await visitor().post('/auth/refresh', { refresh_token })).status).toBe(401)
  expect(await signIn()).toMatchObject({ status: 403, body: { code: 'account_inactive' } })

  const reports = (await first.get('/daily-reports?report_date=2026-10-23')).body.reports
  expect(reports).toMatchObject([{ user_id: second.user.id, user_name: '早川 直樹' }])

  clock.now = new Date(october.getTime() + 60_000)
  const back = await first.patch(`/users/${second.user.id}`, { is_active: true })
  expect(back.body).toMatchObject({ is_active: true, deactivated_at: null })
  // Sessions from before the deactivation stay ended.
  expect((await second.get('/users/me')).status).toBe(401)
  expect((await signIn()).status).toBe(200)
})

test('an administrator can sign a member out everywhere, and the member can sign in again', async () => {
  const { app, member, visitor } = await team()
  const [first, second] = [await member(), await member()]
  expect((await second.delete(`/users/${first.user.id}/sessions`)).status).toBe(403)
  expect((await first.delete(`/users/${second.user.id}/sessions`)).status).toBe(204)
  expect((await second.get('/users/me')).status).toBe(401)
  expect((await first.get('/users/me')).status).toBe(200)
  const { body } = await visitor().post('/auth/login', { username: second.user.email, password })
  const again = client(app, newAddress(), { authorization: `Bearer ${body.access_token}` })
  expect((await again.get('/users/me')).status).toBe(200)
})
