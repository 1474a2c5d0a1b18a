import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { client } from '#server/testing/client.ts'
import { newPerson, providers, teamWithDirectory } from '#server/testing/directory.ts'
import { linesOf } from '#server/testing/events.ts'
import { testDatabase } from '#server/testing/database.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, password, firstTeam, team } from '#server/testing/team.ts'

const noon = new Date('2026-10-23T03:00:00Z')
const scimOf = (here: Awaited<ReturnType<typeof team>>, token: string) =>
  client(here.app, newAddress(), { authorization: `Bearer ${token}` })

test('the directory token is shown once, and later only its creator and last use', async () => {
  const { administrator, clock, database, scim, teamId, token } = await teamWithDirectory({ now: noon })
  expect(token).toMatch(/^asakai_scim_[\w-]{86}$/u)
  const read = async () => (await administrator.get('/provisioning/token')).body
  expect(await read()).toEqual({
    base_url: 'http://localhost:3000/api/scim/v2',
    token: { created_by: '佐伯 直樹', created_at: '2026-10-23T12:00:00+09:00', used_at: null },
  })
  clock.now = new Date(noon.getTime() + 60_000)
  await scim.get('/scim/v2/Users')
  expect((await read()).token.used_at).toBe('2026-10-23T12:01:00+09:00')
  const rows = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('provisioning_tokens').selectAll().execute(),
  )
  const secret = Buffer.from(token.slice('asakai_scim_'.length), 'base64url').subarray(32)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.token_hash.equals(secret)).toBe(false)
})

test('creating a directory token ends the previous one', async () => {
  const here = await teamWithDirectory()
  const { administrator, scim } = here
  const { body } = await administrator.post('/provisioning/token')
  const newer = scimOf(here, body.token)
  expect((await scim.get('/scim/v2/Users')).status).toBe(401)
  expect((await newer.get('/scim/v2/Users')).status).toBe(200)
  expect((await administrator.delete('/provisioning/token')).status).toBe(204)
  const ended = await newer.get('/scim/v2/Users')
  expect([ended.status, ended.body.status, ended.headers['www-authenticate']]).toEqual([401, '401', 'Bearer'])
  expect((await administrator.delete('/provisioning/token')).status).toBe(404)
  expect((await administrator.get('/provisioning/token')).body.token).toBeNull()
})

test('SCIM accepts only the directory token, and no other route accepts that token', async () => {
  const here = await teamWithDirectory()
  const { administrator, scim, token } = here
  for (const path of ['/users/me', '/users', '/daily-reports', '/provisioning/token'])
    expect([path, (await scim.get(path)).status]).toEqual([path, 401])
  const expires_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const { body } = await administrator.post('/tokens', { name: 'x', scopes: ['read', 'write'], expires_on })
  const others = [body.token, administrator.tokens.access_token, token.slice(0, -1), token.replace('scim', 'pat')]
  const forged = token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  for (const other of [...others, forged, 'x']) {
    const answer = await scimOf(here, other).get('/scim/v2/Users')
    expect([answer.status, answer.body.schemas]).toEqual([401, ['urn:ietf:params:scim:api:messages:2.0:Error']])
  }
  expect((await here.visitor().post('/scim/v2/Users', {})).status).toBe(401)
})

test('only an administrator with a recent sign-in can create a directory token (E1.07)', async () => {
  const here = await teamWithDirectory({ now: noon })
  const { administrator, clock, member, visitor } = here
  const other = await member('早川')
  for (const call of [() => other.get('/provisioning/token'), () => other.post('/provisioning/token')])
    expect(await call()).toMatchObject({ status: 403, body: { code: 'admins_only' } })
  clock.now = new Date(noon.getTime() + 15 * 60_000)
  const { body } = await visitor().post('/auth/refresh', administrator.tokens)
  const own = { authorization: `Bearer ${body.access_token}` }
  const ask = () => administrator.post('/provisioning/token', undefined, own)
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  await administrator.post('/auth/reauthenticate', { current_password: password }, own)
  expect((await ask()).status).toBe(201)
})

test('a server without OIDC answers requests about a directory with 404', async () => {
  const here = await firstTeam()
  const administrator = await here.member('佐伯')
  for (const call of [
    () => administrator.get('/provisioning/token'),
    () => administrator.post('/provisioning/token'),
    () => administrator.delete('/provisioning/token'),
    () => here.visitor().get('/scim/v2/Users'),
    () => here.visitor().get('/scim/v2/ServiceProviderConfig'),
  ])
    expect((await call()).status).toBe(404)
})

test.each(['new-team', 'join'] as const)(
  'only the first team of a server can have a directory: SIGNUP=%s',
  async (signUp) => {
    const options = { database: await testDatabase(), signUp }
    const here = await teamWithDirectory(options)
    const stranger = await (await team({ providers, ...options })).member('見知らぬ')
    for (const call of [() => stranger.get('/provisioning/token'), () => stranger.post('/provisioning/token')])
      expect(await call()).toMatchObject({ status: 403, body: { code: 'first_team_only' } })
    expect((await here.administrator.get('/provisioning/token')).status).toBe(200)
  },
)

test('a directory with a valid token is refused if its team is not the first one', async () => {
  const options = { database: await testDatabase() }
  const { scim } = await teamWithDirectory(options)
  expect((await scim.get('/scim/v2/Users')).status).toBe(200)
  await teamWithDirectory(options) // creates an older team
  expect((await scim.get('/scim/v2/Users')).status).toBe(403)
  expect((await scim.post('/scim/v2/Users', newPerson())).status).toBe(403)
})

test('a directory can send at most 1,500 requests a minute', async () => {
  const { clock, database, scim, teamId } = await teamWithDirectory({ now: noon })
  await scim.get('/scim/v2/Users')
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('provisioning_tokens').set({ calls: 1_500 }).execute(),
  )
  const refused = await scim.get('/scim/v2/Users')
  expect([refused.status, refused.body.status, refused.headers['retry-after']]).toEqual([429, '429', '60'])
  clock.now = new Date(noon.getTime() + 60_000)
  expect((await scim.get('/scim/v2/Users')).status).toBe(200)
})

test('the log contains neither the directory token nor what the directory sends', async () => {
  const { app, scim, token } = await teamWithDirectory({ logLevel: 'debug' })
  const lines = linesOf(app)
  const secret = `himitsu-${newId()}`
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const person = { schemas, userName: `${secret}@example.com`, password: secret, externalId: secret }
  const { body } = await scim.post('/scim/v2/Users', person)
  await scim.get(`/scim/v2/Users?filter=userName+eq+%22${secret}%40example.com%22`)
  await scim.get(`/scim/v2/Users?filter=${secret}`)
  await scim.patch(`/scim/v2/Users/${body.id}`, { Operations: [{ op: secret }] })
  await scim.post('/scim/v2/Users', `{"${secret}"`)
  await scimOf({ app } as never, `${token}x`).get('/scim/v2/Users')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((line) => line.includes(secret) || line.includes(token.slice(20)))).toEqual([])
})

test('all administrators get an email with a link that revokes a new directory token (E1.11)', async () => {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const here = await firstTeam({ providers, mail, now: noon })
  const [saeki, fujii] = [await here.member('佐伯'), await here.member('藤井')]
  await saeki.patch(`/users/${fujii.user.id}`, { is_admin: true })
  await expect.poll(() => mailbox.mails.length).toBe(2)
  const { body } = await fujii.post('/provisioning/token')
  const scim = scimOf(here, body.token)
  await expect.poll(() => mailbox.mails.length).toBe(4)
  const mails = mailbox.mails.slice(2)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([saeki, fujii].map(({ user }) => user.email).toSorted())
  for (const { subject, text } of mails) {
    expect(subject).toBe('ディレクトリ連携(SCIM)のトークンが発行されました')
    expect(text).toContain('藤井 直樹さん')
  }
  const received = mails.find(({ to }) => to === fujii.user.email)!
  const { body: changes } = await here.visitor().post('/auth/not-me/check', { token: tokenIn(received) })
  expect(JSON.stringify(changes)).toContain('SCIM')
  expect((await here.visitor().post('/auth/not-me', { token: tokenIn(received) })).status).toBe(200)
  expect((await scim.get('/scim/v2/Users')).status).toBe(401)
})

test('a directory’s change counts as the company’s after the email links about the token expired', async () => {
  const here = await teamWithDirectory({ now: noon })
  const { administrator, clock, member, scim } = here
  const other = await member('藤井')
  await administrator.patch(`/users/${other.user.id}`, { is_admin: true })
  clock.now = new Date(noon.getTime() + 8 * 86_400_000)
  const path = `/scim/v2/Users/${administrator.user.id}`
  expect((await scim.patch(path, { Operations: [{ op: 'replace', path: 'active', value: false }] })).status).toBe(200)
  const decisions = await withTeamTransaction(here.database, here, (db) =>
    db
      .selectFrom('member_decisions')
      .where('user_id', '=', administrator.user.id)
      .select(['by_id', 'is_active'])
      .execute(),
  )
  expect(decisions).toEqual([{ by_id: null, is_active: false }])
  expect((await scim.get(path)).body.active).toBe(false)
})
