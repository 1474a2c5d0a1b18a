import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { readerOf } from '#server/config/environment.ts'
import { readProviders } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { client } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, password, team } from '#server/testing/team.ts'

/** Noon in Tokyo. */
const noon = new Date('2026-10-23T03:00:00Z')
const draft = { name: '集計の書き出し', scopes: ['read', 'write'], expires_on: '2027-01-21' }
const report = { report_date: '2026-10-23', yesterday_work: '設計', today_plan: '実装', issues: '' }

/** Creates a member who makes tokens, and programs that call with these tokens. */
async function owner(options: Parameters<typeof team>[0] = {}) {
  const here = await team({ now: noon, ...options })
  const member = await here.member()
  const program = (token: string) => client(here.app, newAddress(), { authorization: `Bearer ${token}` })
  const make = async (own: Partial<typeof draft> = {}) => {
    const { status, body } = await member.post('/tokens', { ...draft, ...own })
    expect(status).toBe(201)
    return { ...(body as { id: string; name: string; token: string }), ...program(body.token) }
  }
  return { ...here, newMember: here.member, member, make, program }
}

test('a new access token is shown once, and listed afterwards without its secret (N10.01)', async () => {
  const { member, database, teamId } = await owner()
  const { status, body } = await member.post('/tokens', { ...draft, scopes: ['write', 'read', 'read'] })
  const listed = {
    id: expect.any(String),
    name: '集計の書き出し',
    scopes: ['read', 'write'],
    expires_on: '2027-01-21',
    created_at: '2026-10-23T12:00:00+09:00',
    used_at: null,
  }
  expect({ status, body }).toEqual({ status: 201, body: { ...listed, token: expect.any(String) } })
  expect(body.token).toMatch(/^asakai_pat_[A-Za-z0-9_-]{86}$/u)
  const { tokens } = (await member.get('/tokens')).body
  expect(tokens).toEqual([listed])
  const rows = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('access_tokens').selectAll().execute(),
  )
  const secret = Buffer.from(body.token.slice(11), 'base64url').subarray(32)
  expect(rows[0]!.token_hash!.equals(secret)).toBe(false)
  expect(JSON.stringify(rows)).not.toContain(secret.toString('base64url'))
})

test('a member sees only their own access tokens, newest first, page by page', async () => {
  const { member, make, newMember } = await owner()
  const [first, second] = [await make({ name: 'ひとつめ' }), await make({ name: 'ふたつめ' })]
  expect([first.name, second.name]).toEqual(['ひとつめ', 'ふたつめ'])
  const names = async (query: string) =>
    (await member.get(`/tokens${query}`)).body.tokens.map(({ name }: { name: string }) => name)
  expect(await names('')).toEqual(['ふたつめ', 'ひとつめ'])
  expect(await names('?limit=1')).toEqual(['ふたつめ'])
  expect(await names('?limit=1&offset=1')).toEqual(['ひとつめ'])
  const colleague = await newMember('佐藤')
  expect((await colleague.get('/tokens')).body).toEqual({ tokens: [] })
  expect((await colleague.delete(`/tokens/${first.id}`)).body.code).toBe('not_found')
  expect((await second.get('/users/me')).status).toBe(200)
})

test.each([
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['admin'] }, 'scopes.0'],
  [{ expires_on: 'soon' }, 'expires_on'],
  [{ expires_on: '2026-10-22' }, 'expires_on'],
  [{ expires_on: '2027-10-25' }, 'expires_on'],
])('an access token cannot be created with %j', async (wrong, field) => {
  const { member } = await owner()
  const { status, body } = await member.post('/tokens', { ...draft, ...wrong })
  expect({ status, fields: body.errors.map((error: { field: string }) => error.field) }).toEqual({
    status: 400,
    fields: [field],
  })
})

test('a token reads and writes as its owner, who sees when the token was last used', async () => {
  const { member, make, clock } = await owner()
  const program = await make()
  clock.now = new Date('2026-10-23T03:10:00Z')
  expect((await program.get('/users/me')).body.id).toBe(member.user.id)
  const written = await program.post('/daily-reports', report, { 'idempotency-key': newId() })
  expect(written).toMatchObject({ status: 201, body: { user_id: member.user.id } })
  expect((await member.get('/tokens')).body.tokens[0].used_at).toBe('2026-10-23T12:10:00+09:00')
})

test('a request with a token does not count as activity of the member', async () => {
  const { make, member, database, teamId } = await owner()
  const seen = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('users').where('id', '=', member.user.id).select('last_active_at').executeTakeFirstOrThrow(),
    )
  const program = await make()
  const before = await seen()
  await program.get('/users/me')
  expect(await seen()).toEqual(before)
})

test('a request that the token’s scopes do not allow is rejected', async () => {
  const { make } = await owner()
  const [reads, writes] = [await make({ scopes: ['read'] }), await make({ scopes: ['write'] })]
  expect((await reads.get('/users/me')).status).toBe(200)
  expect(await reads.post('/daily-reports', report)).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
  expect(await writes.get('/users/me')).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
  expect((await writes.post('/daily-reports', report)).status).toBe(201)
})

test('a token reads no private data of other members and has no administrator right', async () => {
  const { make, newMember, app } = await owner()
  const plain = await newMember('佐藤')
  const { body } = await plain.post('/tokens', draft)
  const program = client(app, newAddress(), { authorization: `Bearer ${body.token}` })
  const { body: theirs } = await (await make()).post('/daily-reports', report)
  expect((await program.put(`/daily-reports/${theirs.id}`, report)).body.code).toBe('not_yours')
  expect((await program.patch('/teams/me', { name: '別のチーム' })).body.code).toBe('admins_only')
})

test('a token cannot change tokens, sessions, the password, the email or the account', async () => {
  const google = { GOOGLE_CLIENT_ID: 'asakai', GOOGLE_CLIENT_SECRET: 'secret' }
  const { make, member } = await owner({ providers: readProviders(readerOf(google)) })
  const program = await make()
  const answers = [
    await program.post('/tokens', draft),
    await program.delete(`/tokens/${program.id}`),
    await program.get('/sessions'),
    await program.delete('/sessions'),
    await program.post('/auth/reauthenticate', { current_password: password }),
    await program.patch('/users/me/password', { new_password: 'battery horse', confirm_password: 'battery horse' }),
    await program.patch('/users/me/profile', {
      first_name: '直樹',
      family_name: '早川',
      email: 'other@example.com',
      current_password: password,
    }),
    await program.get('/auth/google/login-url?state=x'),
    await program.delete('/connections/google'),
    await program.delete('/users/me'),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, 'session_needed']))
  expect((await member.get('/users/me')).body.email).toBe(member.user.email)
})

test('a revoked token is refused, and a second revocation gets a 404', async () => {
  const { make, member } = await owner()
  const [other, program] = [await make(), await make()]
  expect((await program.get('/users/me')).status).toBe(200)
  expect((await member.delete(`/tokens/${program.id}`)).status).toBe(204)
  expect(await program.get('/users/me')).toMatchObject({ status: 401, body: { code: 'token_ended' } })
  expect((await member.delete(`/tokens/${program.id}`)).status).toBe(404)
  expect((await other.get('/users/me')).status).toBe(200)
})

test('a token works until its last day ends in the team’s time zone', async () => {
  const { make, clock } = await owner()
  const other = await make()
  const program = await make({ expires_on: '2026-10-23' })
  clock.now = new Date('2026-10-23T14:59:59Z')
  expect((await program.get('/users/me')).status).toBe(200)
  clock.now = new Date('2026-10-23T15:00:00Z')
  expect((await program.get('/users/me')).body.code).toBe('token_ended')
  expect((await other.get('/tokens')).body.tokens).toHaveLength(2)
})

test('the tokens of a deactivated member stay refused after the member is reactivated (decision 57)', async () => {
  const { member: administrator, newMember, program } = await owner()
  const member = await newMember('佐藤')
  const { get } = program((await member.post('/tokens', draft)).body.token)
  await administrator.patch(`/users/${member.user.id}`, { is_active: false })
  expect((await get('/users/me')).body.code).toBe('token_ended')
  await administrator.patch(`/users/${member.user.id}`, { is_active: true })
  expect((await get('/users/me')).body.code).toBe('token_ended')
})

test('the tokens of a member whom an administrator signed out everywhere are refused', async () => {
  const { member: administrator, newMember, program } = await owner()
  const member = await newMember('佐藤')
  const { get } = program((await member.post('/tokens', draft)).body.token)
  expect((await administrator.delete(`/users/${member.user.id}/sessions`)).status).toBe(204)
  expect((await get('/users/me')).body.code).toBe('token_ended')
})

test('a token with a wrong secret and a text like a token are refused', async () => {
  const { make, program } = await owner()
  const { token } = await make()
  const bytes = Buffer.from(token.slice(11), 'base64url')
  const other = Buffer.concat([bytes.subarray(0, 32), Buffer.alloc(32)]).toString('base64url')
  expect((await program(`asakai_pat_${other}`).get('/users/me')).body.code).toBe('token_ended')
  for (const made of ['asakai_pat_', `asakai_pat_${'A'.repeat(86)}`, `${token}A`, token.slice(0, -1)])
    expect((await program(made).get('/users/me')).status).toBe(401)
})

test('a token allows a thousand calls an hour, and the next call gets 429', async () => {
  const { make, clock, database, teamId, app } = await owner()
  const program = await make()
  clock.now = new Date('2026-10-23T03:20:00Z')
  await program.get('/users/me')
  await withTeamTransaction(database, { teamId }, (db) => db.updateTable('access_tokens').set({ calls: 999 }).execute())
  expect((await program.get('/users/me')).status).toBe(200)
  expect(await program.get('/users/me')).toMatchObject({
    status: 429,
    body: { code: 'too_many_calls' },
    headers: { 'retry-after': '2400' },
  })
  expect(await app.services.metrics.text()).toContain('asakai_refusals_total{limit="token-calls"} 1')
  clock.now = new Date('2026-10-23T04:00:00Z')
  expect((await program.get('/users/me')).status).toBe(200)
})

test('the call limit of a token counts each of several simultaneous calls', async () => {
  const { make, database, teamId } = await owner()
  const program = await make()
  await Promise.all(Array.from({ length: 20 }, () => program.get('/users/me')))
  const rows = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('access_tokens').select('calls').execute(),
  )
  expect(rows).toEqual([{ calls: 20 }])
})

test('creating a token requires the password if the sign-in is fifteen minutes old (E1.07)', async () => {
  const { member, clock, visitor } = await owner()
  clock.now = new Date(noon.getTime() + 15 * 60_000)
  const { body: tokens } = await visitor().post('/auth/refresh', member.tokens)
  const own = { authorization: `Bearer ${tokens.access_token}` }
  const ask = () => visitor().post('/tokens', draft, { ...own, 'idempotency-key': 'one request' })
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  await visitor().post('/auth/reauthenticate', { current_password: password }, own)
  const { status, body } = await ask()
  expect(status).toBe(201)
  clock.now = new Date(noon.getTime() + 60 * 60_000)
  const again = { authorization: `Bearer ${(await visitor().post('/auth/refresh', tokens)).body.access_token}` }
  const late = await visitor().post('/tokens', draft, { ...again, 'idempotency-key': 'one request' })
  expect(late).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  await visitor().post('/auth/reauthenticate', { current_password: password }, again)
  // The member confirms their identity between two attempts. The second attempt still counts as the same request.
  expect((await visitor().post('/tokens', draft, { ...again, 'idempotency-key': 'one request' })).body).toEqual(body)
})

test('the email about a new token has a link "it was not me" that revokes the token (E1.07)', async () => {
  const mailbox = await openMailbox()
  const { member, visitor, app } = await team({
    mail: { url: mailbox.url, from: 'asakai@example.com' },
    now: noon,
  }).then(async (here) => ({ ...here, member: await here.member() }))
  const { body } = await member.post('/tokens', draft)
  const mail = await mailbox.next()
  expect(mail).toMatchObject({ to: member.user.email, subject: 'アクセストークンが発行されました' })
  expect(mail.text).toContain(draft.name)
  expect((await visitor().post('/auth/not-me', { token: tokenIn(mail) })).status).toBe(200)
  const { get } = client(app, newAddress(), { authorization: `Bearer ${body.token}` })
  expect((await get('/users/me')).body.code).toBe('token_ended')
})
