import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { deleteExpiredLinks } from '#server/access/email-links/operations.ts'
import { makeResetLink } from '#server/features/team/operator-commands/operations.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { openIdSettings } from '#server/testing/openid-provider.ts'
import { type Member, password, team } from '#server/testing/team.ts'

// Tests of links with which administrators let members set a new password (E1.06).
const minutes = 60_000 // milliseconds
const chosen = { new_password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }

async function open(settings?: Parameters<typeof team>[0]) {
  const made = await team(settings)
  const { clock, database, member, teamId, visitor } = made
  const [administrator, ren] = [await member('佐伯'), await member('早川')]
  const set = (who: Member, change: { is_admin?: boolean; is_active?: boolean }) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('users').set(change).where('team_id', '=', teamId).where('id', '=', who.user.id).execute(),
    )
  await set(administrator, { is_admin: true })
  const advanceClock = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  const make = (who: Member = ren, by: Pick<Member, 'post'> = administrator) =>
    by.post(`/users/${who.user.id}/password-link`)
  const tokenOf = ({ body }: { body: { url: string } }) => new URL(body.url).searchParams.get('token')!
  const reset = async (token: string) => (await visitor().put('/auth/password-reset', { token, ...chosen })).status
  const logIn = async (who: Member, secret: string) =>
    (await visitor().post('/auth/login', { username: who.user.email, password: secret })).status
  return { ...made, administrator, ren, set, advanceClock, make, tokenOf, reset, logIn }
}

test('an administrator makes a link that sets the password of a member once', async () => {
  const { clock, ren, make, tokenOf, reset, logIn, visitor } = await open()
  const made = await make()
  expect(made).toMatchObject({
    status: 201,
    body: { expires_at: new Date(clock.now.getTime() + 30 * minutes).toISOString() },
  })
  expect(made.body.url).toMatch(/^http:\/\/localhost:3000\/password-reset\?token=/u)
  const token = tokenOf(made)
  expect((await visitor().post('/auth/password-reset/check', { token })).status).toBe(204)
  expect(await reset(token)).toBe(204)
  expect([await logIn(ren, password), await logIn(ren, chosen.new_password)]).toEqual([401, 200])
  expect((await visitor().post('/auth/refresh', ren.tokens)).status).toBe(401)
  expect(await reset(token)).toBe(400)
})

test('a password link is valid for thirty minutes or until a newer one', async () => {
  const { make, tokenOf, reset, advanceClock } = await open()
  const [older, newer] = [tokenOf(await make()), tokenOf(await make())]
  expect(await reset(older)).toBe(400)
  advanceClock(30 * minutes - 1)
  expect(await reset(newer)).toBe(204)
})

test('making a password link asks for the password if the sign-in is 15 minutes old', async () => {
  const { administrator, ren, advanceClock, visitor } = await open()
  advanceClock(15 * minutes)
  const { body } = await visitor().post('/auth/refresh', administrator.tokens)
  const bearer = { authorization: `Bearer ${body.access_token}` }
  const make = () => visitor().post(`/users/${ren.user.id}/password-link`, undefined, bearer)
  expect(await make()).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  await visitor().post('/auth/reauthenticate', { current_password: password }, bearer)
  expect((await make()).status).toBe(201)
})

test('only the member sees that a password link was made and used', async () => {
  const { administrator, clock, ren, make, tokenOf, reset, visitor } = await open()
  const notesOf = async (bearer: string) =>
    (await visitor().get('/users/me', { authorization: `Bearer ${bearer}` })).body.password_links
  expect(await notesOf(ren.tokens.access_token)).toEqual([])
  const token = tokenOf(await make())
  const moment = expect.stringMatching(
    new RegExp(`^${clock.now.toLocaleDateString('sv', { timeZone: 'Asia/Tokyo' })}T`, 'u'),
  )
  expect(await notesOf(ren.tokens.access_token)).toEqual([{ made_at: moment, used_at: null, made_by: '佐伯 直樹' }])
  expect(await reset(token)).toBe(204)
  const { body } = await visitor().post('/auth/login', { username: ren.user.email, password: chosen.new_password })
  expect(await notesOf(body.access_token)).toEqual([{ made_at: moment, used_at: moment, made_by: '佐伯 直樹' }])
  expect(await notesOf(administrator.tokens.access_token)).toEqual([])
  expect((await administrator.get(`/users/${ren.user.id}`)).body).not.toHaveProperty('password_links')
})

test.each(['another administrator', 'the operator'])(
  'a later password link by %s does not hide the link that an intruder used',
  async (who) => {
    const { administrator, app, advanceClock, make, member, ren, reset, set, tokenOf, visitor } = await open()
    const other = await member('白川')
    await set(other, { is_admin: true })
    const byOperator = async () => ({
      body: { url: await makeResetLink(app.services, ren.user.email, 'http://localhost:3000') },
    })
    expect(await reset(tokenOf(await make(ren, administrator)))).toBe(204)
    advanceClock(minutes)
    await make(ren, other) // replaced before anybody uses it
    const last = who === 'the operator' ? await byOperator() : await make(ren, other)
    expect(await reset(tokenOf(last))).toBe(204)
    const { body } = await visitor().post('/auth/login', { username: ren.user.email, password: chosen.new_password })
    const me = await visitor().get('/users/me', { authorization: `Bearer ${body.access_token}` })
    const used = expect.any(String)
    expect(me.body.password_links).toMatchObject([
      { used_at: used, made_by: who === 'the operator' ? null : '白川 直樹' },
      { used_at: used, made_by: '佐伯 直樹' },
    ])
  },
)

test('the record of a password link is deleted after 30 days', async () => {
  const { app, advanceClock, make, teamId } = await open()
  await make()
  advanceClock(31 * 24 * 60 * minutes)
  await deleteExpiredLinks(app.services)
  const rows = await withTeamTransaction(app.services.database, { teamId }, (db) =>
    db.selectFrom('password_links').where('team_id', '=', teamId).selectAll().execute(),
  )
  expect(rows).toEqual([])
})

test('the owner gets an email when a password link is made and when it is used', async () => {
  const mailbox = await openMailbox()
  const { ren, make, tokenOf, reset, visitor } = await open({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const link = tokenOf(await make())
  const mail = await mailbox.next()
  expect(mail).toMatchObject({ to: ren.user.email, subject: '管理者がパスワード設定用のリンクを作成しました' })
  expect(mail.text).toContain('管理者の佐伯 直樹さんが')
  expect(mail.text).not.toContain(link)
  expect((await visitor().post('/auth/not-me', { token: tokenIn(mail) })).status).toBe(200)
  expect(await reset(link)).toBe(400)

  expect(await reset(tokenOf(await make()))).toBe(204)
  await mailbox.next()
  expect(await mailbox.next()).toMatchObject({ to: ren.user.email, subject: 'パスワードが変更されました' })
})

test('setting a password by an administrator’s link does not prove the address', async () => {
  const { database, teamId, ren, make, tokenOf, reset } = await open()
  expect(await reset(tokenOf(await make()))).toBe(204)
  const { email_proven_at } = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('users').where('id', '=', ren.user.id).select('email_proven_at').executeTakeFirstOrThrow(),
  )
  expect(email_proven_at).toBeNull()
})

test.each([
  ['a change of the password', (ren: Member) => ren.patch('/users/me/password', chosen)],
  [
    'a deactivation',
    (ren: Member, administrator: Member) => administrator.patch(`/users/${ren.user.id}`, { is_active: false }),
  ],
])('a password link becomes invalid by %s', async (_, end) => {
  const { administrator, ren, make, tokenOf, reset } = await open()
  const token = tokenOf(await make())
  expect((await end(ren, administrator)).status).toBeLessThan(300)
  expect(await reset(token)).toBe(400)
})

test('a password link is invalid if its maker is no longer an active administrator', async () => {
  const { administrator, ren, set, make, member, tokenOf, reset } = await open()
  const maker = await member('森')
  for (const change of [{ is_admin: false }, { is_active: false }]) {
    await set(maker, { is_admin: true, is_active: true })
    const token = tokenOf(await make(ren, maker))
    // Changes the member in the database, so that the change does not withdraw the link itself.
    await set(maker, change)
    expect(await reset(token)).toBe(400)
  }
  await set(maker, { is_admin: true, is_active: true })
  const token = tokenOf(await make(ren, maker))
  for (const is_admin of [false, true]) await administrator.patch(`/users/${maker.user.id}`, { is_admin })
  expect(await reset(token)).toBe(400)
})

test('only an administrator can make a password link, for an active member of the team', async () => {
  const { administrator, ren, set, make, member } = await open()
  const elsewhere = await (await team()).member()
  const gone = await member('白川')
  await set(gone, { is_active: false })
  const made = {
    name: 'x',
    scopes: ['read', 'write'],
    expires_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  }
  const { body } = await administrator.post('/tokens', made)
  const byToken = (who: Member) =>
    who.post(`/users/${ren.user.id}/password-link`, undefined, { authorization: `Bearer ${body.token}` })

  expect(await make(administrator, ren)).toMatchObject({ status: 403, body: { code: 'admins_only' } })
  expect(await make(administrator)).toMatchObject({ status: 403, body: { code: 'own_account' } })
  expect(await make(elsewhere)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await make(gone)).toMatchObject({ status: 409, body: { code: 'member_inactive' } })
  expect(body.token).toBeTruthy()
  expect(await byToken(administrator)).toMatchObject({ status: 403, body: { code: 'session_needed' } })
})

test('nobody can make a password link on a server with OIDC_ONLY', async () => {
  const settings = openIdSettings('OIDC', { url: 'http://localhost:9' })
  const { make } = await open({ providers: readProviders(readerOf({ ...settings, OIDC_ONLY: 'true' })) })
  expect(await make()).toMatchObject({ status: 403, body: { code: 'company_sign_in_only' } })
})
