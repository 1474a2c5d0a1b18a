import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const seconds = 1_000
const minutes = 60 * seconds
const days = 24 * 60 * minutes

const advanceClock = (clock: { now: Date }, milliseconds: number) => {
  clock.now = new Date(clock.now.getTime() + milliseconds)
}

test('a refresh says that a member is deactivated only for the member’s own token', async () => {
  const { member, visitor } = await team()
  const [administrator, deactivated] = [await member('佐伯'), await member('早川')]
  await administrator.patch(`/users/${deactivated.user.id}`, { is_active: false })
  const refreshed = async (refresh_token: string) => {
    const { status, body } = await visitor().post('/auth/refresh', { refresh_token })
    return [status, body.code]
  }
  const { refresh_token } = deactivated.tokens
  expect(await refreshed(refresh_token)).toEqual([401, 'member_deactivated'])
  const madeUp = [...refresh_token.split('.').slice(0, -1), 'A'.repeat(43)].join('.')
  expect(await refreshed(madeUp)).toEqual([401, 'session_ended'])
  await administrator.patch(`/users/${deactivated.user.id}`, { is_active: true })
  expect(await refreshed(refresh_token)).toEqual([401, 'session_revoked'])
})

test.each<[string, (of: Record<'own' | 'administrator', Member>) => Promise<{ status: number }>]>([
  ['on another device', ({ own }) => own.delete('/sessions')],
  ['by an administrator', ({ own, administrator }) => administrator.delete(`/users/${own.user.id}/sessions`)],
  [
    'by a new password',
    ({ own }) => {
      const chosen = 'kumo no mine ikutsu'
      const words = { current_password: password, new_password: chosen, confirm_password: chosen }
      return own.patch('/users/me/password', words)
    },
  ],
])('a refresh says that a session was ended %s only for the session’s own token', async (_, end) => {
  const { member, visitor } = await team()
  const [administrator, own] = [await member('佐伯'), await member('早川')]
  const { body } = await visitor().post('/auth/login', { username: own.user.email, password })
  const refreshed = async (refresh_token: string) =>
    (await visitor().post('/auth/refresh', { refresh_token })).body.code as string
  expect((await end({ own, administrator })).status).toBeLessThan(300)
  expect(await refreshed(body.refresh_token)).toBe('session_revoked')
  const madeUp = [...body.refresh_token.split('.').slice(0, -1), 'A'.repeat(43)].join('.')
  expect(await refreshed(madeUp)).toBe('session_ended')
})

test('the refresh of a session unused for a week does not say that someone ended the session', async () => {
  const { clock, member, visitor } = await team()
  const { tokens } = await member()
  advanceClock(clock, 8 * days)
  expect((await visitor().post('/auth/refresh', tokens)).body.code).toBe('session_ended')
})

describe('signing in', () => {
  test('a sign-in returns a refresh token and an access token that is valid for 15 minutes', async () => {
    const { member, teamId, visitor } = await team()
    const { user } = await member()

    const { status, body, headers } = await visitor().post('/auth/login', { username: user.email, password })

    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String), token_type: 'Bearer' })
    const claims = decodeJwt(body.access_token)
    expect(claims).toMatchObject({ sub: user.id, team: teamId, sid: expect.any(String) })
    expect(claims.exp! - claims.iat!).toBe(15 * 60)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('a sign-in accepts the email in upper or lower case, as a form or as JSON', async () => {
    const { member, visitor } = await team()
    const { user } = await member()
    const form = new URLSearchParams({ username: user.email.toUpperCase(), password }).toString()
    const answer = await visitor().post('/auth/login', form, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.status).toBe(200)
  })

  test('a wrong password and an unknown email get the same response', async () => {
    const { member, visitor } = await team()
    const { user } = await member()

    const wrong = await visitor().post('/auth/login', { username: user.email, password: 'wrong' })
    const withoutAccount = await visitor().post('/auth/login', { username: 'nobody@example.com', password: 'wrong' })

    expect(wrong).toMatchObject({ status: 401, body: { code: 'login_failed' } })
    expect(withoutAccount.status).toBe(401)
    expect(withoutAccount.body).toEqual(wrong.body)
  })

  test('a sign-in hashes the password again if the stored hash has weaker parameters', async () => {
    const { member, database, teamId, visitor } = await team()
    const { user } = await member()
    const credential = (db: Db) => db.selectFrom('credentials').where('user_id', '=', user.id)
    const weak = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('credentials').set({ password_hash: weak }).where('user_id', '=', user.id).execute(),
    )

    const signIn = () => visitor().post('/auth/login', { username: user.email, password })
    expect((await signIn()).status).toBe(200)

    const { password_hash } = await withTeamTransaction(database, { teamId }, (db) =>
      credential(db).select('password_hash').executeTakeFirstOrThrow(),
    )
    expect(password_hash).toMatch(/m=65536,t=3,p=1/u)
    expect((await signIn()).status).toBe(200)
  })

  test('a sign-in says that the member is deactivated only with the right password', async () => {
    const { member, database, teamId, visitor } = await team()
    await member('佐伯')
    const { user } = await member()
    await deactivate(database, teamId, user.id)
    const signIn = (tried: string) => visitor().post('/auth/login', { username: user.email, password: tried })
    expect(await signIn(password)).toMatchObject({ status: 403, body: { code: 'account_inactive' } })
    expect(await signIn('wrong password')).toMatchObject({ status: 401, body: { code: 'login_failed' } })
  })

  test('wrong passwords for a deactivated account count like those for any other', async () => {
    const { member, database, teamId, visitor } = await team()
    await member('佐伯')
    const { user } = await member()
    await deactivate(database, teamId, user.id)
    const guesses = Array.from({ length: 10 }, () =>
      visitor().post('/auth/login', { username: user.email, password: 'wrong password' }),
    )
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(guesses.map(() => 401))
    expect((await visitor().post('/auth/login', { username: user.email, password })).status).toBe(429)
  })

  test.each([
    [{}, ['username', 'password']],
    [{ username: 'a@example.com' }, ['password']],
    [{ username: '', password: '' }, ['username', 'password']],
    [{ username: ['a'], password: { $ne: 1 } }, ['username', 'password']],
  ])('the sign-in %j is refused, and the response names the invalid fields', async (body, fields) => {
    const { visitor } = await team()
    const answer = await visitor().post('/auth/login', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual(fields)
  })
})

describe('refreshing', () => {
  test.each(['/auth/refresh', '/api/auth/refresh', '/auth/refresh/'])(
    'a refresh at %s replaces the refresh token',
    async (path) => {
      const { member, visitor } = await team()
      const { tokens } = await member()

      const first = await visitor().post(path, { refresh_token: tokens.refresh_token })
      const second = await visitor().post(path, { refresh_token: first.body.refresh_token })

      expect([first.status, second.status]).toEqual([200, 200])
      expect(new Set([tokens.refresh_token, first.body.refresh_token, second.body.refresh_token]).size).toBe(3)
      const me = await visitor().get('/users/me', { authorization: `Bearer ${second.body.access_token}` })
      expect(me.status).toBe(200)
    },
  )

  test('ten tabs that refresh at once get the same new token', async () => {
    const { member, visitor } = await team()
    const { tokens } = await member()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visitor().post('/auth/refresh', { refresh_token: tokens.refresh_token })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1)
  })

  test('a session ends at once if an older refresh token is used', async () => {
    const { member, visitor } = await team()
    const { tokens } = await member()
    const refresh = (refresh_token: string) => visitor().post('/auth/refresh', { refresh_token })
    const { body: second } = await refresh(tokens.refresh_token)
    const { body: third } = await refresh(second.refresh_token)

    expect((await refresh(tokens.refresh_token)).status).toBe(401)
    expect((await refresh(third.refresh_token)).status).toBe(401)
    expect((await visitor().get('/users/me', { authorization: `Bearer ${third.access_token}` })).status).toBe(401)
  })

  test('a refresh token forged with the ids of a session does not end the session', async () => {
    const { member, visitor } = await team()
    const [hayakawa, ito] = [await member(), await member('伊藤')]
    const secretOf = ({ tokens }: typeof ito) => tokens.refresh_token.split('.').at(-1)!
    await visitor().post('/auth/refresh', ito.tokens)
    for (const secret of ['A'.repeat(43), secretOf(ito)]) {
      const refresh_token = hayakawa.tokens.refresh_token.replace(/[^.]+$/u, secret)
      expect((await visitor().post('/auth/refresh', { refresh_token })).status).toBe(401)
    }
    expect((await hayakawa.get('/users/me')).status).toBe(200)
    expect((await visitor().post('/auth/refresh', hayakawa.tokens)).status).toBe(200)
  })

  test('a random refresh token of an earlier release is accepted', async () => {
    const { member, visitor, database, teamId } = await team()
    const { tokens } = await member()
    const secret = randomBytes(32)
    await withTeamTransaction(database, { teamId }, (db) =>
      db
        .updateTable('sessions')
        .set({ refresh_hash: createHash('sha256').update(secret).digest() })
        .where('team_id', '=', teamId)
        .execute(),
    )
    const refresh_token = tokens.refresh_token.replace(/[^.]+$/u, secret.toString('base64url'))
    const renewed = await visitor().post('/auth/refresh', { refresh_token })
    expect(renewed.status).toBe(200)
    expect((await visitor().post('/auth/refresh', renewed.body)).status).toBe(200)
  })

  test('a session ends after seven idle days, and after thirty days at the latest', async () => {
    const { member, visitor, clock } = await team()
    const [idle, busy] = [await member(), await member('伊藤')]
    const refresh = (refresh_token: string) => visitor().post('/auth/refresh', { refresh_token })

    let token = busy.tokens.refresh_token
    for (let week = 0; week < 4; week += 1) {
      advanceClock(clock, 7 * days)
      const answer = await refresh(token)
      expect(answer.status).toBe(200)
      token = answer.body.refresh_token
    }
    advanceClock(clock, 2 * days)
    expect((await refresh(token)).status).toBe(200)
    advanceClock(clock, 11 * seconds)
    expect((await refresh(token)).status).toBe(401)
    expect((await refresh(idle.tokens.refresh_token)).status).toBe(401)
  })

  test('a session ends a millisecond after seven idle days', async () => {
    const { member, visitor, clock } = await team()
    const [one, other] = [await member(), await member('伊藤')]
    advanceClock(clock, 7 * days)
    expect((await visitor().post('/auth/refresh', { refresh_token: one.tokens.refresh_token })).status).toBe(200)
    advanceClock(clock, 1)
    expect((await visitor().post('/auth/refresh', { refresh_token: other.tokens.refresh_token })).status).toBe(401)
  })

  test('an inactive member cannot refresh a session', async () => {
    const { member, visitor, database, teamId } = await team()
    await member('佐伯')
    const { user, tokens } = await member()
    await deactivate(database, teamId, user.id)
    expect((await visitor().post('/auth/refresh', { refresh_token: tokens.refresh_token })).status).toBe(401)
  })

  test.each([
    'x',
    `${'-'.repeat(36)}.${'-'.repeat(36)}.${'A'.repeat(43)}`,
    `00000000-0000-0000-0000-000000000000.00000000-0000-0000-0000-000000000000.${'A'.repeat(43)}`,
    'x'.repeat(1_000),
  ])('a refresh with an unknown token returns 401 (%#)', async (refresh_token) => {
    const { visitor } = await team()
    expect(await visitor().post('/auth/refresh', { refresh_token })).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    })
  })

  test('the database stores only hashes of refresh tokens', async () => {
    const { member, database, teamId } = await team()
    const { tokens } = await member()
    const secret = Buffer.from(tokens.refresh_token.split('.').at(-1)!, 'base64url')
    const rows = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('sessions').selectAll().execute(),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.refresh_hash.equals(secret)).toBe(false)
    expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token)
  })
})

describe('signing out', () => {
  test('a logout ends its session and access token at once, and no other session', async () => {
    const { member, visitor } = await team()
    const hayakawa = await member()
    const { body: other } = await visitor().post('/auth/login', { username: hayakawa.user.email, password })

    const answer = await hayakawa.post('/auth/logout', { refresh_token: hayakawa.tokens.refresh_token })

    expect(answer).toMatchObject({ status: 204, body: '' })
    expect(await hayakawa.get('/users/me')).toMatchObject({ status: 401, body: { code: 'session_ended' } })
    expect((await visitor().post('/auth/refresh', hayakawa.tokens)).status).toBe(401)
    expect((await visitor().get('/users/me', { authorization: `Bearer ${other.access_token}` })).status).toBe(200)
  })

  test('a logout succeeds with an unknown token and without a session', async () => {
    const { visitor } = await team()
    expect((await visitor().post('/auth/logout', { refresh_token: 'unknown' })).status).toBe(204)
  })

  test("a logout with a guessed secret ends nobody's session", async () => {
    const { member, visitor } = await team()
    const hayakawa = await member()
    const forged = hayakawa.tokens.refresh_token.replace(/[^.]+$/u, 'A'.repeat(43))
    await visitor().post('/auth/logout', { refresh_token: forged })
    expect((await hayakawa.get('/users/me')).status).toBe(200)
  })
})

describe('every request', () => {
  test('an expired access token and an inactive member get a 401', async () => {
    const { member, clock, database, teamId } = await team()
    const [one, other] = [await member(), await member('伊藤')]
    await deactivate(database, teamId, other.user.id)
    expect((await other.get('/users/me')).status).toBe(401)
    expect((await one.get('/users/me')).status).toBe(200)
    advanceClock(clock, 15 * minutes)
    expect((await one.get('/users/me')).status).toBe(401)
  })
})

const deactivate = (database: Awaited<ReturnType<typeof team>>['database'], teamId: string, userId: string) =>
  withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ is_active: false }).where('team_id', '=', teamId).where('id', '=', userId).execute(),
  )
