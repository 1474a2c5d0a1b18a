import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, test } from 'vitest'
import { urlOf } from '../bench/server.ts'
import { applyMigrations, readMigrations } from '#server/db/migrations.ts'
import { newDatabase } from '#server/testing/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'

const since = '0033'

/** A database as the version before `0033` has left it. */
async function olderDatabase() {
  const { connection, client } = await emptyDatabase()
  await client.query('begin')
  await applyMigrations(
    client,
    (await readMigrations()).filter(({ name }) => name < since),
  )
  await client.query('commit')
  return { connection, client }
}

async function emptyDatabase() {
  const connection = await newDatabase('template0')
  const client = new pg.Client(connection)
  await client.connect()
  afterwards(() => client.end())
  return { connection, client }
}

/** As an operator runs it. */
async function migrate(connection: pg.ClientConfig, ...words: string[]) {
  const child = spawn(process.execPath, ['scripts/migrate.ts', ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: addressOf(connection),
    },
  })
  const ended = once(child, 'close')
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = (await ended) as [number]
  return { status, said, told }
}

const addressOf = ({ port, ...connection }: pg.ClientConfig) => {
  const address = urlOf(connection)
  return port ? address.replace('@localhost/', `@localhost:${port}/`) : address
}

const namesIn = async (client: pg.Client) =>
  (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name)

test('what waits is named with what it locks, and nothing is changed by looking', async () => {
  const { connection, client } = await olderDatabase()
  const before = await namesIn(client)

  const { status, said, told } = await migrate(connection, '--dry-run')

  expect([status, told]).toEqual([0, ''])
  expect(said).toContain('Waiting, to be applied together: 0033_report_drafts.sql, 0034_mention_notices.sql')
  expect(said).toMatch(/0033_report_drafts\.sql keeps others from writing .*\busers\b.* for \d+\.\d\d s\./u)
  expect(said).toMatch(
    /0034_mention_notices\.sql keeps others from reading or writing .*\bnotification_deliveries\b.* for \d/u,
  )
  expect(await namesIn(client)).toEqual(before)
})

test('it applies what waits and ends; a second time nothing waits', async () => {
  const { connection, client } = await olderDatabase()

  expect(await migrate(connection)).toMatchObject({ status: 0, told: '' })

  expect(await namesIn(client)).toEqual((await readMigrations()).map(({ name }) => name))
  expect((await migrate(connection)).said).toMatch(/^No migration waits\.\nThe database is of this version/u)
})

test('a table in use is said to be so', async () => {
  const { connection, client } = await olderDatabase()
  await client.query('begin; select from notification_deliveries')

  expect(await migrate(connection, '--dry-run')).toMatchObject({
    status: 0,
    said: expect.stringContaining('is in use'),
  })
})

test('an empty database is filled', async () => {
  const { connection } = await emptyDatabase()
  expect((await migrate(connection)).said).toMatch(/migrations wait; the database is empty\.\nThe database is of/u)
})

test('a database that a newer version has migrated is said to be so', async () => {
  const connection = await newDatabase('asakai')
  const client = new pg.Client(connection)
  await client.connect()
  afterwards(() => client.end())
  await client.query(`insert into migrations (name, sha256) values ('9999_later.sql', 'x')`)

  const { status, said } = await migrate(connection, '--dry-run')

  expect(status).toBe(0)
  expect(said).toMatch(/^A newer Asakai has migrated this database \(9999_later\.sql\).*\nNo migration waits\.\n$/u)
})

test('it says how it is used', async () => {
  const { status, told } = await migrate({}, '--nothing')
  expect([status, told]).toEqual([1, expect.stringContaining('npm run migrate -- [--dry-run]')])
})
