import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { grantRefreshToken } from '#server/access/tokens/grant-token.ts'
import { writePersonalToken } from '#server/access/tokens/personal-token.ts'
import { linesOf } from '#server/testing/events.ts'
import { allowed, callResource, connect, openTeamServer, postForm, refresh, register } from './oauth.fixture.ts'

const office = await openTeamServer()
const { publicUrl, member, advanceClock } = office
const refused = { status: 400, body: expect.objectContaining({ error: 'invalid_grant' }) }

test.each([
  ['without the verifier', { code_verifier: '' }],
  ['with another verifier', { code_verifier: 'x'.repeat(43) }],
  ['for another address', { redirect_uri: 'http://127.0.0.1:7778/callback' }],
])('an authorization code cannot be exchanged %s (RFC 9700, 4.5 and 4.8)', async (_what, more) => {
  const { exchange } = await allowed(office)
  expect(await exchange(more as unknown as Record<string, string>)).toEqual(refused)
  expect((await exchange()).status).toBe(200)
})

test('a program cannot exchange another program’s code with the same redirect address (RFC 9700, 4.5)', async () => {
  const { exchange } = await allowed(office)
  const { client_id } = (await register(publicUrl)).body
  expect(await exchange({ client_id })).toEqual(refused)
})

test('a grant ends if its authorization code is used twice (RFC 9700, 4.5; RFC 6749, 4.1.2)', async () => {
  const { exchange } = await allowed(office)
  const { body } = await exchange()
  expect((await callResource(office, body!['access_token']!)).status).toBe(200)
  expect(await exchange()).toEqual(refused)
  expect((await callResource(office, body!['access_token']!)).code).toBe('token_ended')
})

test('at most one of several simultaneous exchanges of a code returns tokens', async () => {
  const { exchange } = await allowed(office)
  const answers = await Promise.all(Array.from({ length: 4 }, () => exchange()))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})

test('an authorization code expires after a minute', async () => {
  const { exchange } = await allowed(office)
  advanceClock(61_000)
  expect(await exchange()).toEqual(refused)
  advanceClock(-61_000)
})

test('a program’s access token is valid for its named resource only (RFC 9700, 2.3; RFC 8707)', async () => {
  const { access_token } = await connect(office)
  const get = (path: string) =>
    fetch(`${publicUrl}/api${path}`, { headers: { authorization: `Bearer ${access_token}` } })
  for (const path of ['/users/me', '/daily-reports', '/tokens', '/grants', '/export', '/events'])
    expect([path, (await get(path)).status]).toEqual([path, 401])
  expect((await callResource(office, access_token)).status).toBe(200)
})

test('a code, a refresh token and another audience’s token are refused as access tokens', async () => {
  const { access_token, refresh_token } = await connect(office)
  const { code } = await allowed(office)
  const asPersonal = writePersonalToken(grantRefreshToken.read(refresh_token)!)
  const [header, payload, signature] = access_token.split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object
  const other = Buffer.from(JSON.stringify({ ...claims, aud: 'https://other.example' })).toString('base64url')
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
  for (const token of [
    code,
    refresh_token,
    asPersonal,
    member.tokens.refresh_token,
    `${header}.${other}.${signature}`,
    `${unsigned}.${payload}.`,
  ])
    expect((await callResource(office, token)).status).toBe(401)
  expect(claims).toMatchObject({ aud: `${publicUrl}/api/mcp`, iss: publicUrl, scope: 'read write' })
})

test('an access token ends after 15 minutes', async () => {
  const { access_token } = await connect(office)
  advanceClock(16 * 60_000)
  expect((await callResource(office, access_token)).status).toBe(401)
  advanceClock(-16 * 60_000)
})

test('a program needs the scope read to read, and the scope write to write drafts', async () => {
  const reads = await connect(office, ['read'])
  expect(reads.scope).toBe('read')
  expect((await callResource(office, reads.access_token, 'draft_report')).text).toContain('scope_missing')
  const writes = await connect(office)
  expect((await callResource(office, writes.access_token, 'draft_report')).text).toContain('drafted')
  const wider = await postForm(`${publicUrl}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: reads.client_id,
    refresh_token: reads.refresh_token,
    scope: 'read write',
  })
  expect(wider.body).toMatchObject({ error: 'invalid_scope' })
})

test('tokens and token requests in the URL are refused (RFC 9700, 4.3; RFC 6750, 2)', async () => {
  const { access_token } = await connect(office)
  const { status } = await fetch(`${publicUrl}/api/mcp?access_token=${access_token}`, { method: 'POST' })
  expect(status).toBe(401)
  const token = await fetch(
    `${publicUrl}/oauth/token?${new URLSearchParams({ grant_type: 'refresh_token' }).toString()}`,
    { method: 'POST' },
  )
  expect(token.status).toBe(400)
})

test('the database stores only hashes of codes and tokens', async () => {
  const { code } = await allowed(office)
  const { access_token, refresh_token, client_id } = await connect(office)
  const next = (await refresh(office, { client_id, refresh_token })).body!
  const rows = await withTeamTransaction(office.database, office, (db) =>
    db.selectFrom('oauth_grants').selectAll().execute(),
  )
  const tables = await withEveryTeamTransaction(office.database, async (db) =>
    JSON.stringify([rows, (await sql`select * from oauth_requests, oauth_clients`.execute(db)).rows]),
  )
  for (const secret of [code, access_token, refresh_token, next['refresh_token']!, next['access_token']!]) {
    expect(tables).not.toContain(secret)
    expect(tables).not.toContain(secret.slice(-43))
  }
})

test('a grant has the same limit of calls as an access token (N10.01)', async () => {
  const { access_token } = await connect(office)
  expect((await callResource(office, access_token)).status).toBe(200)
  await withTeamTransaction(office.database, office, (db) =>
    db.updateTable('access_tokens').set({ calls: 1_000 }).execute(),
  )
  expect(await callResource(office, access_token)).toMatchObject({ status: 429, code: 'too_many_calls' })
})

test('the log contains no authorization code and no token', async () => {
  const logged = await openTeamServer({ logLevel: 'debug' })
  const lines = linesOf(logged.app)
  const { answer, code, fields, client_id, exchange } = await allowed(logged)
  const { access_token, refresh_token } = (await exchange()).body as Record<string, string>
  const next = (await refresh(logged, { client_id, refresh_token: refresh_token! })).body as Record<string, string>
  await callResource(logged, next['access_token']!)
  await exchange() // uses the code a second time
  const log = lines.join('')
  expect(log).toContain('/oauth/token')
  const secrets = [code, fields.code_verifier, access_token, refresh_token, ...Object.values(next), answer.search]
  for (const secret of secrets.filter((each) => (each?.length ?? 0) > 20)) expect(log).not.toContain(secret)
  expect(log).not.toContain('answer=')
})
