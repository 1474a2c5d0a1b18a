import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ConfigError } from '#server/environment.ts'
import { newDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'

const clients: pg.Client[] = []
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

test('a migration that fails leaves nothing, and is named', async () => {
  const connection = await newDatabase('template0')
  const client = await connect(connection)
  await client.query('create table reports ()')

  await expect(migrate(connection)).rejects.toThrow('0001_first_day.sql cannot be applied')

  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'reports' }])
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
