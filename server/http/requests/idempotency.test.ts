import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Scope } from '#server/access/scope.ts'
import { answerBefore, answering, deleteOldWriteKeys, unanswered, withWriteKey } from '#server/access/idempotency.ts'
import {
  type Database,
  type Db,
  withEveryTeamTransaction,
  withTeamTransaction,
  openDatabase,
} from '#server/db/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { client, type Client } from '#server/testing/client.ts'
import { stallableDatabase } from '#server/testing/stallable.ts'
import { newAddress, startApp, team } from '#server/testing/team.ts'

const draft = { type: 'keep', note: '**小さなPR**' }
const withKey = (key: string) => ({ 'idempotency-key': key })

/**
 * Repeats a request while another one with the same key is running, as clients do. On a busy machine this can take
 * long.
 */
async function sendUntilAnswered(send: () => ReturnType<Client['post']>) {
  for (;;) {
    const answer = await send()
    if (answer.body.code !== 'in_progress') return answer
  }
}

async function keptIn(database: Database, key: string) {
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql<{ answer: string }>`select * from write_keys where key = ${key}`.execute(db),
  )
  return rows
}

describe('a write with an Idempotency-Key', () => {
  test('a repeated write with the same Idempotency-Key runs once and gets the same response', async () => {
    const { member } = await team()
    const { post, get } = await member()
    const key = newId()
    const first = await post('/insights/', draft, withKey(key))
    const again = await post('/insights/', draft, withKey(key))

    expect(first).toMatchObject({ status: 201, body: draft })
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } })
    expect((await get('/insights/')).body.insights).toHaveLength(1)
  })

  test.each(['br', 'gzip', 'identity'])(
    'a repeated write gets the same response if the first was sent with the encoding %s',
    async (coding) => {
      const { member } = await team()
      const { post } = await member()
      const long = { type: 'keep', note: '小さなPR '.repeat(300) }
      const key = newId()
      const first = await post('/insights/', long, { ...withKey(key), 'accept-encoding': coding })
      const again = await post('/insights/', long, withKey(key))

      expect(first.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding)
      expect(again).toMatchObject({
        status: 201,
        body: { note: long.note },
        headers: { 'idempotency-replayed': 'true' },
      })
      expect((await post('/insights/', long, { ...withKey(key), 'accept-encoding': coding })).body).toEqual(first.body)
    },
  )

  test('a write runs again without the key, with another key or for another member', async () => {
    const { member } = await team()
    const [hayakawa, ito] = [await member('早川'), await member('伊藤')]
    const key = newId()
    await hayakawa.post('/insights/', draft, withKey(key))
    await hayakawa.post('/insights/', draft, withKey(newId()))
    await hayakawa.post('/insights/', draft)
    await ito.post('/insights/', draft, withKey(key))
    expect((await ito.get('/insights/')).body.insights).toHaveLength(4)
  })

  test('an Idempotency-Key of another request is refused', async () => {
    const { member } = await team()
    const { post, delete: remove } = await member()
    const key = newId()
    const { body } = await post('/insights/', draft, withKey(key))
    const refused = { status: 409, body: { code: 'key_reused', message: expect.stringContaining('キー') } }
    const japanese = { ...withKey(key), 'accept-language': 'ja' }

    expect(await post('/insights/', { ...draft, note: '別' }, japanese)).toMatchObject(refused)
    expect(await remove(`/insights/${body.id}/like`, japanese)).toMatchObject(refused)
    expect((await post('/insights/', draft, withKey(key))).body).toEqual(body)
  })

  test('a write runs once for twenty concurrent requests with the same key on two servers', async () => {
    const first = await team()
    const { tokens, get } = await first.member()
    const second = await startApp({ ...first.config, database: first.database })
    const own = { authorization: `Bearer ${tokens.access_token}` }
    const callers = [first.app, second.app].map((app) => client(app, newAddress(), own))
    const key = newId()

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendUntilAnswered(() => callers[index % 2]!.post('/insights/', draft, withKey(key))),
      ),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    expect((await get('/insights/')).body.insights).toHaveLength(1)
    expect(await keptIn(first.database, key)).toHaveLength(1)
  })

  test('an import runs once for two concurrent requests with the same key', async () => {
    const { member } = await team()
    const { post, get } = await member()
    const headers = { ...withKey(newId()), 'content-type': 'text/csv' }
    const send = () => sendUntilAnswered(() => post('/import', 'date,today\n2026-10-20,a', headers))

    const answers = await Promise.all([send(), send()])

    expect(answers[1].body).toEqual(answers[0].body)
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'])).toHaveLength(1)
    expect((await get('/import')).body).toHaveLength(1)
  })

  test('a repeated write gets a retry time while the first request is running', async () => {
    const { database, teamId, member } = await team()
    const { user, post } = await member()
    const key = newId()
    const answer = await withEveryTeamTransaction(database, async (db) => {
      const name = `${teamId} ${user.id} ${key}`
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
      return post('/insights/', draft, withKey(key))
    })

    expect(answer).toMatchObject({ status: 409, body: { code: 'in_progress' }, headers: { 'retry-after': '1' } })
    expect((await post('/insights/', draft, withKey(key))).status).toBe(201)
  })

  test('the response of a refused write is not stored, so its key can be used again', async () => {
    const { database, member } = await team()
    const { post } = await member()
    const report = { report_date: '2026-01-05', yesterday_work: 'a', today_plan: 'b', issues: '' }
    await post('/daily-reports', report)
    const key = newId()
    expect((await post('/daily-reports', report, withKey(key))).body.code).toBe('report_exists')
    expect(await keptIn(database, key)).toEqual([])
    expect((await post('/daily-reports', { ...report, report_date: '2026-01-06' }, withKey(key))).status).toBe(201)
  })

  test.each(['', 'x'.repeat(256), 'a\tb', 'é'])('the Idempotency-Key %j is refused', async (key) => {
    const { post } = await (await team()).member()
    expect(await post('/insights/', draft, withKey(key))).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: 'idempotency-key' }] },
    })
  })

  test('the Idempotency-Key of a GET request is ignored', async () => {
    const { database, member } = await team()
    const key = newId()
    expect((await (await member()).get('/users/me', withKey(key))).status).toBe(200)
    expect(await keptIn(database, key)).toEqual([])
  })

  test('a repeated write returns the same secret, which is stored encrypted', async () => {
    const { database, member } = await team()
    const { post, get } = await member()
    const key = newId()
    const invite = () => post('/invitations', { email: 'sato@example.com' }, withKey(key))
    const [first, again] = [await invite(), await invite()]

    expect(again).toMatchObject({ status: 201, body: { link: first.body.link } })
    expect((await get('/invitations')).body.invitations).toMatchObject([{ email: 'sato@example.com' }])
    const token = new URL(first.body.link).searchParams.get('token')!
    const visitor = client((await startApp({ database })).app, newAddress())
    expect((await visitor.get(`/invitations/verify/${token}`)).status).toBe(200)
    for (const { answer } of await keptIn(database, key)) expect(answer).not.toContain(token)
  })

  test('a stored response is deleted after a day', async () => {
    const { app, clock, database, member } = await team({ now: new Date('2026-10-23T00:00:00Z') })
    const { post } = await member()
    const key = newId()
    await post('/insights/', draft, withKey(key))
    await deleteOldWriteKeys({ ...app.services, now: () => new Date(clock.now.getTime() + 24 * 3_600_000) })
    expect(await keptIn(database, key)).toHaveLength(1)
    await deleteOldWriteKeys({ ...app.services, now: () => new Date(clock.now.getTime() + 24 * 3_600_000 + 1) })
    expect(await keptIn(database, key)).toEqual([])
  })
})

test('a repeated write gets the first response if the commit was not confirmed', async () => {
  const { connection, direct, stall, cut } = await stallableDatabase()
  const [database, observer] = [connection, direct].map((way) => {
    const opened = openDatabase({ ...way, max: 1 }, () => {})
    afterwards(() => opened.destroy())
    return opened
  }) as [Database, Database]
  const { post, get } = await (await team({ database })).member()
  await sql`
    create function wait_for_observer() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return null; end'`.execute(observer)
  await sql`
    create constraint trigger slow_commit after insert on insights
      deferrable initially deferred for each row execute function wait_for_observer()`.execute(observer)
  await sql`select pg_advisory_lock(1)`.execute(observer)
  const locks = async () => {
    const { rows } = await sql<{ granted: boolean }>`
      select granted from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and datname = current_database()`.execute(observer)
    return rows.map(({ granted }) => granted)
  }
  const key = newId()

  const unheard = post('/insights/', draft, withKey(key))
  await expect.poll(locks).toContain(false)
  stall()
  await sql`select pg_advisory_unlock(1)`.execute(observer)
  await expect.poll(locks).toEqual([])
  cut()

  expect(await unheard).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
  const again = await post('/insights/', draft, withKey(key))
  expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
  expect((await get('/insights/')).body.insights).toHaveLength(1)
})

describe('a crashed server', () => {
  const answerOf = (body: unknown) => ({ status: 200, headers: {}, body: JSON.stringify(body) })
  /** Returns functions that create the scope of the same request, each as another server would. */
  async function asked() {
    const { app, database, teamId, member } = await team()
    const { user } = await member()
    // Only membership.ts creates whole scopes, but the write key uses just these two fields.
    const scope = { teamId, userId: user.id } as Scope
    const key = newId()
    const scopeAgain = () => withWriteKey(app.services, scope, { key, sent: 'the same', answerOf })
    return { app, database, key, scopeAgain }
  }
  const rename = (name: string) => async (db: Db) => {
    const { rows } = await sql<{ name: string }>`update teams set name = ${name} returning name`.execute(db)
    return rows[0]!
  }

  test('a crash before the commit leaves neither the write nor its response stored', async () => {
    const { database, key, scopeAgain } = await asked()
    const cut = withTeamTransaction(database, answering(scopeAgain()), async (db) => {
      await rename('途中')(db)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    })
    await expect(cut).rejects.toThrow()
    expect(await keptIn(database, key)).toEqual([])
    expect(await withTeamTransaction(database, answering(scopeAgain()), rename('最後まで'))).toEqual({
      name: '最後まで',
    })
  })

  test('a crash after the commit leaves the response stored, and a repeat changes nothing', async () => {
    const { app, database, key, scopeAgain } = await asked()
    await withTeamTransaction(database, answering(scopeAgain()), rename('一度'))

    const answer = answerOf({ name: '一度' })
    expect(await answerBefore(app.services, scopeAgain().writeKey)).toEqual(answer)
    await expect(withTeamTransaction(database, answering(scopeAgain()), rename('二度'))).rejects.toMatchObject({
      answer,
    })
    expect(await keptIn(database, key)).toHaveLength(1)
  })

  test('after a crash between two transactions, a repeat runs only the second transaction', async () => {
    const { database, scopeAgain } = await asked()
    await withTeamTransaction(database, unanswered(scopeAgain()), rename('一度'))
    expect(await withTeamTransaction(database, answering(scopeAgain()), rename('二度'))).toEqual({ name: '二度' })
  })
})
