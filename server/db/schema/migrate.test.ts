import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ConfigError } from '#server/config/environment.ts'
import { newDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'
import { applyMigrations, readApplied, readMigrations } from './apply-migrations.ts'

const clients: pg.Client[] = []
const teamId = '00000000-0000-7000-8000-000000000001'
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end()
})

async function connect(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  clients.push(client)
  return client
}

test('servers that start together on an empty database run its migrations once', async () => {
  const connection = await newDatabase('template0')

  await Promise.all(Array.from({ length: 6 }, () => migrate(connection)))

  const { rows } = await (await connect(connection)).query('select name, count(*)::int from migrations group by name')
  expect(rows).toContainEqual({ name: '0001_schema.sql', count: 1 })
})

test('the server does not start if an applied migration has changed', async () => {
  const connection = await newDatabase('asakai')
  await (await connect(connection)).query(`update migrations set sha256 = 'another'`)

  await expect(migrate(connection)).rejects.toThrow('0001_schema.sql was changed')
})

test('a migration that waits for a table in use tries again, and does not make other statements wait', async () => {
  const connection = await newDatabase('asakai')
  const [holder, observer] = [await connect(connection), await connect(connection)]
  await holder.query('begin; lock table migrations in access exclusive mode')
  const locksAwaited = async () => (await observer.query('select from pg_locks where not granted')).rowCount

  const migrating = migrate(connection)

  await expect.poll(locksAwaited).toBe(1)
  await expect.poll(locksAwaited).toBe(0)
  await holder.query('commit')
  await migrating
})

async function newTeam(reportTime: 'morning' | 'evening') {
  const client = await connect(await newDatabase('asakai'))
  await client.query(`set asakai.team = 'every'`)
  await client.query(
    `insert into teams (id, name, time_zone, report_time) values ('${teamId}', 'x', 'UTC', '${reportTime}')`,
  )
  return client
}

test('a preferred name of white space counts as empty', async () => {
  const client = await newTeam('morning')

  await client.query(`
    insert into users (team_id, id, first_name, family_name, preferred_name, email, email_key) values
      ('${teamId}', gen_random_uuid(), '直樹', '早川', E'\\u3000', 'a@b.c', 'a@b.c'),
      ('${teamId}', gen_random_uuid(), '美咲', '佐伯', E'\\u3000みさ\\ufeff', 'd@e.f', 'd@e.f')`)

  const { rows } = await client.query('select display_name from users order by email')
  expect(rows).toEqual([{ display_name: '早川 直樹' }, { display_name: 'みさ' }])
})

test.each(['morning', 'evening'] as const)('a report gets the writing time of its team: %s (E2.04)', async (time) => {
  const client = await newTeam(time)

  await client.query(`
    insert into users (team_id, id, first_name, family_name, email, email_key)
    values ('${teamId}', '${teamId}', 'a', 'b', 'a@b.c', 'a@b.c');
    insert into reports (team_id, id, user_id, report_date, yesterday_work, today_plan, issues)
    values ('${teamId}', gen_random_uuid(), '${teamId}', '2026-11-20', '', '', '')`)

  expect((await client.query('select report_time from reports')).rows).toEqual([{ report_time: time }])
})

test('each migration is applied once, in the order of the names', async () => {
  const client = await connect(await newDatabase('template0'))
  const names = ['0002_more.sql', '0003_most.sql']
  const migrations = names.map((name, at) => ({
    name,
    sha256: name,
    text: at === 0 ? 'create table a ()' : 'alter table a add b int',
  }))

  await applyMigrations(client, migrations.slice(0, 1))
  await applyMigrations(client, migrations)

  expect([...(await readApplied(client)).keys()].toSorted()).toEqual(names)
  expect((await readMigrations()).map(({ name }) => name)).toEqual(
    (await readMigrations()).map(({ name }) => name).toSorted(),
  )
})

test('a failed migration is reported and rolled back', async () => {
  const connection = await newDatabase('template0')
  const client = await connect(connection)
  await client.query('create table reports ()')

  await expect(migrate(connection)).rejects.toThrow('0001_schema.sql cannot be applied')

  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'reports' }])
})

test("Asakai's tables remain if the job queue's migration fails, and the next start continues", async () => {
  const connection = await newDatabase('template0')
  const client = await connect(connection)
  await client.query('create schema graphile_worker; create table graphile_worker.migrations ()')
  await expect(migrate(connection)).rejects.toThrow()
  await client.query('select from reports')

  await client.query('drop schema graphile_worker cascade')
  await migrate(connection)

  await client.query('select from graphile_worker.jobs')
})

test('the server refuses a database whose encoding would lose characters', async () => {
  const connection = await newDatabase('template0', 'SQL_ASCII')

  await expect(migrate(connection)).rejects.toBeInstanceOf(ConfigError)
  await expect(migrate(connection)).rejects.toThrow(/^[^\n]+DATABASE_URL[^\n]+UTF8; it has SQL_ASCII[^\n]+$/u)
})

test('the server refuses a database role that may not create tables', async () => {
  const connection = await newDatabase('template0')
  await (await connect(connection)).query('revoke create on schema public from pg_database_owner')

  await expect(migrate(connection)).rejects.toThrow(/^The role of DATABASE_URL must own its database[^\n]+$/u)
})
