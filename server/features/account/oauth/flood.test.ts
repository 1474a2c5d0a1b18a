import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { newAddress } from '#server/testing/team.ts'
import { authorizeUrl, openTeamServer, proofKey, register } from './oauth.fixture.ts'
import { maxQueryLength, maxRequests, maxUnusedClients } from './policy.ts'

const { publicUrl, visit, database, clock, app } = await openTeamServer()
const { challenge } = proofKey()
const ask = (client_id: string, more: Record<string, string> = {}) =>
  authorizeUrl(publicUrl, { client_id, code_challenge: challenge, ...more })

const idsOf = (table: 'oauth_clients' | 'oauth_requests') =>
  withEveryTeamTransaction(database, async (db) =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id),
  )

test('a registration beyond the limit of programs deletes the oldest unused program', async () => {
  await withEveryTeamTransaction(database, (db) =>
    sql`insert into oauth_clients (id, metadata, created_at, used_at)
      select 'flood' || n, '{}', ${clock.now}::timestamptz - n * interval '1 second',
        case when n > ${maxUnusedClients} then ${clock.now}::timestamptz end
      from generate_series(1, ${maxUnusedClients} + 1) n`.execute(db),
  )
  const { status, body } = await register(publicUrl)
  const ids = await idsOf('oauth_clients')
  expect(status).toBe(201)
  expect(ids).toHaveLength(maxUnusedClients + 1)
  // `flood1` is not deleted, because a member has used it.
  expect(ids).toEqual(expect.arrayContaining([body.client_id, 'flood1', `flood${maxUnusedClients + 1}`]))
  expect(ids).not.toContain(`flood${maxUnusedClients}`)
})

test('an authorization request beyond the limit deletes the oldest request', async () => {
  await withEveryTeamTransaction(database, (db) =>
    sql`insert into oauth_requests (id, content, expires_at)
      select 'flood' || n, '{}', ${clock.now}::timestamptz + interval '59 minutes' - n * interval '1 millisecond'
      from generate_series(1, ${maxRequests}) n`.execute(db),
  )
  const { location } = await visit(ask((await register(publicUrl)).body.client_id))
  const ids = await idsOf('oauth_requests')
  expect(location).toContain('/allow?request=')
  expect(ids).toHaveLength(maxRequests)
  expect(ids).toContain(new URL(location!).searchParams.get('request'))
  expect(ids).not.toContain(`flood${maxRequests}`)
})

test('each of 18 networks can register 60 programs in an hour', { timeout: 60_000 }, async () => {
  const payload = { client_name: 'x', redirect_uris: ['http://127.0.0.1/x'] }
  for (let network = 0; network < 18; network += 1) {
    const remoteAddress = newAddress()
    for (let each = 0; each < 60; each += 1) {
      const { statusCode } = await app.inject({ method: 'POST', url: '/oauth/register', remoteAddress, payload })
      expect(statusCode).toBe(201)
    }
  }
})

test('the stored data of a program and of an authorization request is limited', async () => {
  const address = (length: number) => 'https://app.example.com/'.padEnd(length, 'x')
  const statusOf = async (redirect_uris: string[]) => (await register(publicUrl, { redirect_uris })).status
  expect(await statusOf(Array.from({ length: 4 }, () => address(500)))).toBe(201)
  expect(await statusOf(Array.from({ length: 5 }, () => address(500)))).toBe(400)
  expect(await statusOf([address(501)])).toBe(400)
  const { client_id } = (await register(publicUrl, { logo_uri: address(500), contacts: ['x'.repeat(500)] })).body
  const { metadata } = await withEveryTeamTransaction(database, (db) =>
    db.selectFrom('oauth_clients').where('id', '=', client_id).select('metadata').executeTakeFirstOrThrow(),
  )
  expect(JSON.stringify(metadata).length).toBeLessThan(1_000)
  expect(metadata).not.toHaveProperty('logo_uri')
  const { location } = await visit(ask(client_id, { state: 'x'.repeat(maxQueryLength) }))
  expect(location).toBe(`${publicUrl}/allow?error=invalid_request`)
  expect((await visit(ask(client_id, { state: 'x'.repeat(2_000) }))).location).toContain('/allow?request=')
})
