import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { updatePaused } from '#server/db/accounts/access-pause.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { accountWrites } from '#server/testing/account-writes.ts'
import { type Answer, client } from '#server/testing/client.ts'
import { routesOf } from '#server/testing/described.ts'
import { answeredOrWaiting } from '#server/testing/locks.ts'
import { usualOrLong } from '#server/testing/long.ts'
import { reportWrites } from '#server/testing/report-writes.ts'
import { newAddress, password } from '#server/testing/team.ts'
import { stateOf } from '#server/testing/team-state.ts'
import { type Here, openServices, teamToChange, type Writes } from '#server/testing/write-team.ts'

/** A request for each write. `repeated-writes.test.ts` fails for a write without one. */
const writes: Writes = {
  ...reportWrites,
  ...accountWrites,
  'DELETE /users/me': () => ({ path: '/users/me', body: { password, reports: 'keep' } }),
}

/** This call creates a ticket without a write to the database. The session is checked when the ticket is used. */
const writesNothing = 'POST /connections/:provider/ticket'

type End = {
  by: 'session' | 'token'
  code: 'session_ended' | 'token_ended' | 'sign_in_expired' | 'busy'
  end: (db: Db, here: Here) => Promise<unknown>
}

const removeAdministrator = async (db: Db, { teamId, me, other }: Here) => {
  await sql`update users set is_admin = true where team_id = ${teamId} and id = ${other.user.id}`.execute(db)
  await sql`update users set is_admin = false where team_id = ${teamId} and id = ${me.user.id}`.execute(db)
}

/** The ways to lose access, done as the product does them. The account is already locked. */
const ends: Record<string, End> = {
  'the session has ended': {
    by: 'session',
    code: 'session_ended',
    end: (db, { teamId, me }) =>
      sql`update sessions set ended_at = now() where team_id = ${teamId} and user_id = ${me.user.id}`.execute(db),
  },
  'the member is deactivated': {
    by: 'session',
    code: 'session_ended',
    end: async (db, { teamId, me, other }) => {
      await sql`update users set is_admin = true where team_id = ${teamId} and id = ${other.user.id}`.execute(db)
      await sql`update users set is_active = false where team_id = ${teamId} and id = ${me.user.id}`.execute(db)
    },
  },
  'they are no administrator any more': {
    by: 'session',
    code: 'session_ended',
    end: removeAdministrator,
  },
  'the owner of the token is no administrator any more': { by: 'token', code: 'busy', end: removeAdministrator },
  'the token is revoked': {
    by: 'token',
    code: 'token_ended',
    end: (db, { teamId, me }) =>
      sql`delete from access_tokens where team_id = ${teamId} and user_id = ${me.user.id}`.execute(db),
  },
  'the access of the owner of the token is paused': {
    by: 'token',
    code: 'sign_in_expired',
    end: (db, { teamId, me }) => updatePaused(db, { teamId, userId: me.user.id }, 'expired'),
  },
}

const services = await openServices()
/** The usual run tries one way for each call, in turn. A long run tries all ways for each call. */
const tried = Object.keys(writes).flatMap((name, index) => {
  const all = Object.keys(ends).map((end) => [name, end] as const)
  return usualOrLong([all[index % all.length]!], all)
})

/**
 * Ends the caller's access while the call waits for a lock on their account. Returns the response, and the state before
 * the call.
 */
async function endMeanwhile(
  { database, teamId, me }: Here,
  call: () => Promise<Answer>,
  end: (db: Db) => Promise<unknown>,
) {
  let answering: Promise<Answer> | undefined
  const state = await withTeamTransaction(database, { teamId }, async (db) => {
    await lockAccount(db, { teamId, userId: me.user.id })
    answering = call()
    await answeredOrWaiting(db, answering)
    await end(db)
    return stateOf(db, teamId) // before the call has written anything
  })
  return { answer: await answering!, state }
}

test.each(tried)('the call %s is refused and changes nothing if %s during the call', async (name, endName) => {
  services.slack.reset()
  const here = await teamToChange(services)
  const { app, me, database, teamId } = here
  const { path, body, headers } = await writes[name]!(here)
  const { schema } = routesOf(app).find((route) => route.name === name.replace(/ of .*$/u, ''))!
  const isForbidden = ends[endName]!.by === 'token' && schema?.byToken === 'never'
  const { by, code, end } = ends[isForbidden ? 'the session has ended' : endName]!
  const who = by === 'token' ? await programOf(here) : me
  const method = name.split(' ')[0] as 'POST'
  const { answer, state } = await endMeanwhile(
    here,
    () => who.call(method, path, body, headers),
    (db) => end(db, here),
  )
  // MCP returns the code in its own response format.
  if (name === 'POST /mcp') expect(JSON.stringify(answer.body)).toContain(code)
  else if (name !== writesNothing) expect(answer).toMatchObject({ status: code === 'busy' ? 503 : 401, body: { code } })
  expect(await withTeamTransaction(database, { teamId }, (db) => stateOf(db, teamId))).toEqual(state)
})

test('a write that waits for its Idempotency-Key is refused if its session ends meanwhile', async () => {
  const here = await teamToChange(services)
  const { me, other } = here
  const key = { 'idempotency-key': newId() }
  const both = async () => {
    const change = { current_password: 'wrong', new_password: 'kumo no mine', confirm_password: 'kumo no mine' }
    const [, second] = await Promise.all([
      me.patch('/users/me/password', change, key),
      me.patch(`/users/${other.user.id}`, { is_admin: true }, key),
    ])
    return second
  }
  const { answer } = await endMeanwhile(here, both, (db) => ends['the session has ended']!.end(db, here))
  expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})

test.each<[string, (db: Db, of: Here) => Promise<unknown>, string]>([
  [
    'the password changes',
    (db, { teamId, me }) =>
      sql`update credentials set password_hash = 'x' where team_id = ${teamId} and user_id = ${me.user.id}`.execute(db),
    'login_failed',
  ],
  ['the member is deactivated', (db, here) => ends['the member is deactivated']!.end(db, here), 'account_inactive'],
])('a login creates no session if %s during the call', async (_what, end, code) => {
  const here = await teamToChange(services)
  const login = () => here.visitor().post('/auth/login', { username: here.me.user.email, password })
  const { answer, state } = await endMeanwhile(here, login, (db) => end(db, here))
  expect(answer.body.code).toBe(code)
  expect((await withTeamTransaction(here.database, here, (db) => stateOf(db, here.teamId)))['sessions']).toBe(
    state['sessions'],
  )
})

test('a password change fails if another request changes the password during the call', async () => {
  const here = await teamToChange(services)
  const change = {
    current_password: password,
    new_password: 'kumo no mine ikutsu',
    confirm_password: 'kumo no mine ikutsu',
  }
  const { answer, state } = await endMeanwhile(
    here,
    () => here.me.patch('/users/me/password', change),
    (db) =>
      sql`update credentials set password_hash = 'x' where team_id = ${here.teamId} and user_id = ${here.me.user.id}`.execute(
        db,
      ),
  )
  expect(answer.body.code).toBe('wrong_password')
  expect((await withTeamTransaction(here.database, here, (db) => stateOf(db, here.teamId)))['credentials']).toBe(
    state['credentials'],
  )
})

async function programOf({ app, me }: Here) {
  const draft = { name: 'p', scopes: ['read', 'write'], expires_on: '2026-12-20' }
  const { body } = await me.post('/tokens', draft)
  return client(app, newAddress(), { authorization: `Bearer ${body.token}` })
}
