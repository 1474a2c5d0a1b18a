import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'
import { newSecret } from './keys/keys.ts'
import { isCurrent, openKeyring } from './keys/sealed.ts'
import { resealWriteKeys } from './idempotency.ts'

test('a stored response is deleted if its encryption key is lost', async () => {
  const { database, teamId, member } = await team()
  const { post } = await member()
  await post('/insights/', { type: 'keep', note: '小さなPR' }, { 'idempotency-key': newId() })
  const storedKeys = () =>
    withTeamTransaction(database, { teamId }, async (db) => (await sql`select from write_keys`.execute(db)).rows)
  expect(await storedKeys()).toHaveLength(1)

  await resealWriteKeys({ database, keyring: openKeyring(newSecret()) })

  expect(await storedKeys()).toEqual([])
})

const storedOf = async ({ database, teamId }: Awaited<ReturnType<typeof team>>) => {
  const { rows } = await withTeamTransaction(database, { teamId }, (db) =>
    sql<{ user_id: string; key: string; bytes: number }>`
      select user_id, key, octet_length(answer) as bytes from write_keys order by created_at, key`.execute(db),
  )
  return rows
}

test('the oldest stored responses of a member are deleted beyond 4 MiB', async () => {
  const here = await team()
  const [member, other] = [await here.member('早川'), await here.member('佐藤')]
  await other.post('/insights', { type: 'keep', note: '他' }, { 'idempotency-key': 'other' })
  const note = '𠮟'.repeat(limits.insightNote)
  const add = (key: string) => member.post('/insights', { type: 'keep', note }, { 'idempotency-key': key })
  const keys = Array.from({ length: 85 }, (_, index) => `key ${String(index).padStart(2, '0')}`)
  for (const key of keys) {
    here.clock.now = new Date(here.clock.now.getTime() + 1)
    expect((await add(key)).status).toBe(201)
  }
  const stored = (await storedOf(here)).filter(({ user_id }) => user_id === member.user.id)
  const bytes = stored.reduce((sum, row) => sum + row.bytes, 0)
  expect(bytes).toBeLessThanOrEqual(limits.storedResponseBytes)
  expect(bytes).toBeGreaterThan(limits.storedResponseBytes - 2 * stored[0]!.bytes)
  expect(stored.map(({ key }) => key)).toEqual(keys.slice(-stored.length))
  expect((await add(keys.at(-1)!)).headers).toMatchObject({ 'idempotency-replayed': 'true' })
  expect((await storedOf(here)).some(({ key }) => key === 'other')).toBe(true)
})

test('the oldest stored responses of a member are deleted beyond 1,000 responses', async () => {
  const here = await team()
  const { user, post } = await here.member()
  await withTeamTransaction(here.database, here, (db) =>
    sql`
      insert into write_keys (team_id, user_id, key, answer, created_at)
      select ${here.teamId}, ${user.id}, 'key ' || n, 'sealed', ${here.clock.now}::timestamptz - n * interval '1 second'
      from generate_series(1, ${limits.storedResponses}) n`.execute(db),
  )
  await post('/insights', { type: 'keep', note: '朝会' }, { 'idempotency-key': 'newest' })
  const keys = (await storedOf(here)).map(({ key }) => key)
  expect(keys).toHaveLength(limits.storedResponses)
  expect(keys).toContain('newest')
  expect(keys).not.toContain(`key ${limits.storedResponses}`)
})

test('a new SECRET_KEY encrypts all stored responses again in small batches', async () => {
  const here = await team()
  const { database, app } = here
  const { post } = await here.member()
  const keys = Array.from({ length: 25 }, (_, index) => `key ${index}`)
  for (const key of keys) await post('/insights', { type: 'keep', note: '朝会' }, { 'idempotency-key': key })
  const before = await storedOf(here)
  const secret = newSecret()
  const keyring = openKeyring(secret, app.services.config.secretKey)
  await resealWriteKeys({ database, keyring }, 10)
  const sealed = await withTeamTransaction(database, here, (db) =>
    db.selectFrom('write_keys').select('answer').execute(),
  )
  expect(sealed).toHaveLength(before.length)
  for (const { answer } of sealed) expect(isCurrent(keyring, answer)).toBe(true)
})
