import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ConfigError } from '#server/environment.ts'
import { newDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'

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

test('servers that start together on an empty database migrate it once', async () => {
  const connection = await newDatabase('template0')

  await Promise.all(Array.from({ length: 6 }, () => migrate(connection)))

  const { rows } = await (await connect(connection)).query('select name, count(*)::int from migrations group by name')
  expect(rows).toContainEqual({ name: '0001_first_day.sql', count: 1 })
})

test('a migration that was changed after it had been applied stops the start', async () => {
  const connection = await newDatabase('asakai')
  await (await connect(connection)).query(`update migrations set sha256 = 'another'`)

  await expect(migrate(connection)).rejects.toThrow('0001_first_day.sql was changed')
})

test('a table that is in use is come back to, and who else wants it does not stand behind the migration', async () => {
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

test('a name that could not be seen gives way to the full one, in a database that has it already', async () => {
  const connection = await newDatabase('template0')
  const client = await connect(connection)
  const folder = new URL('./migrations/', import.meta.url)
  for (const name of ['0001_first_day.sql', '0002_every_screen.sql', '0003_connected_accounts.sql'])
    await client.query(await readFile(new URL(name, folder), 'utf8'))
  await client.query(`set asakai.team = 'every'`)
  await client.query(`
    insert into teams (id, name, time_zone) values ('${teamId}', 'x', 'UTC');
    insert into users (team_id, id, first_name, family_name, preferred_name, email, email_key) values
      ('${teamId}', gen_random_uuid(), '直樹', '早川', E'\\u3000', 'a@b.c', 'a@b.c'),
      ('${teamId}', gen_random_uuid(), '美咲', '佐伯', E'\\u3000みさ\\ufeff', 'd@e.f', 'd@e.f')`)

  await client.query(await readFile(new URL('0004_display_name.sql', folder), 'utf8'))

  const { rows } = await client.query('select display_name from users order by email')
  expect(rows).toEqual([{ display_name: '早川 直樹' }, { display_name: 'みさ' }])
})

test('reports that were written before get the writing time of their team (E2.04)', async () => {
  const connection = await newDatabase('template0')
  const client = await connect(connection)
  const folder = new URL('./migrations/', import.meta.url)
  const names = (await readdir(folder)).toSorted()
  for (const name of names.filter((one) => one < '0044b'))
    await client.query(await readFile(new URL(name, folder), 'utf8'))
  await client.query(`set asakai.team = 'every'`)
  const other = teamId.replace(/1$/u, '2')
  const report = (team: string, day: string) => `
    insert into reports (team_id, id, user_id, report_date, yesterday_work, today_plan, issues)
    values ('${team}', gen_random_uuid(), '${team}', '${day}', '', '', '');`
  for (const [team, time] of [
    [teamId, 'evening'],
    [other, 'morning'],
  ] as const)
    await client.query(`
      insert into teams (id, name, time_zone, report_time) values ('${team}', 'x', 'UTC', '${time}');
      insert into users (team_id, id, first_name, family_name, preferred_name, email, email_key)
      values ('${team}', '${team}', 'a', 'b', '', '${team}@example.com', '${team}@example.com');
      ${report(team, '2026-11-19')}`)
  await client.query(await readFile(new URL('0044b_report_times.sql', folder), 'utf8'))
  // The version before this one writes no `report_time`.
  await client.query(`set asakai.team = 'every'; ${report(teamId, '2026-11-20')}`)
  const { rows } = await client.query('select team_id, report_time from reports order by team_id, report_date')
  expect(rows).toEqual([
    { team_id: teamId, report_time: 'evening' },
    { team_id: teamId, report_time: 'evening' },
    { team_id: other, report_time: 'morning' },
  ])
})

test('a migration that fails leaves nothing, and is named', async () => {
  const connection = await newDatabase('template0')
  const client = await connect(connection)
  await client.query('create table reports ()')

  await expect(migrate(connection)).rejects.toThrow('0001_first_day.sql cannot be applied')

  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'reports' }])
})

test('where the queue cannot be set up, our tables are kept, and the next start goes on from there', async () => {
  const connection = await newDatabase('template0')
  const client = await connect(connection)
  await client.query('create schema graphile_worker; create table graphile_worker.migrations ()')
  await expect(migrate(connection)).rejects.toThrow()
  await client.query('select from reports')

  await client.query('drop schema graphile_worker cascade')
  await migrate(connection)

  await client.query('select from graphile_worker.jobs')
})

test('a database that would cut characters is refused in one line', async () => {
  const connection = await newDatabase('template0', 'SQL_ASCII')

  await expect(migrate(connection)).rejects.toBeInstanceOf(ConfigError)
  await expect(migrate(connection)).rejects.toThrow(/^[^\n]+DATABASE_URL[^\n]+UTF8; it has SQL_ASCII[^\n]+$/u)
})

test('a role that may not create tables is refused in one line', async () => {
  const connection = await newDatabase('template0')
  await (await connect(connection)).query('revoke create on schema public from pg_database_owner')

  await expect(migrate(connection)).rejects.toThrow(/^The role of DATABASE_URL must own its database[^\n]+$/u)
})
