import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, test } from 'vitest'
import { urlOf } from '../bench/server.ts'
import { newDatabase } from '#server/testing/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'

const later = {
  '0002_notes.sql': `
    create table notes (
      team_id uuid not null, user_id uuid not null, primary key (team_id, user_id),
      foreign key (team_id, user_id) references users (team_id, id)
    )`,
  '0003_more_of_outbox.sql': 'alter table outbox add column note text',
}

/** Copies this version of Asakai, and adds the migrations in `later`. Returns the folder of the copy. */
const laterVersion = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'asakai-later-'))
  afterwards(() => rm(folder, { recursive: true }))
  for (const part of ['server', 'contract', 'locales', 'cli/migrate.ts', 'package.json'])
    await cp(part, join(folder, part), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(later))
    await writeFile(join(folder, 'server/db/schema/migrations', name), text)
  return folder
}
const version = laterVersion()

async function olderDatabase() {
  const connection = await newDatabase('asakai')
  return { connection, client: await connect(connection) }
}

async function connect(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  afterwards(() => client.end())
  return client
}

async function migrate(connection: pg.ClientConfig, ...words: string[]) {
  const child = spawn(process.execPath, ['cli/migrate.ts', ...words], {
    cwd: await version,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: addressOf(connection),
    },
  })
  const ended = once(child, 'close')
  const [said, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = (await ended) as [number]
  return { status, said, stderr }
}

const addressOf = ({ port, ...connection }: pg.ClientConfig) => {
  const address = urlOf(connection)
  return port ? address.replace('@localhost/', `@localhost:${port}/`) : address
}

const namesIn = async (client: pg.Client) =>
  (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name)

test('`asakai migrate --dry-run` lists pending migrations with their locks and changes no table', async () => {
  const { connection, client } = await olderDatabase()
  const before = await namesIn(client)

  const { status, said, stderr } = await migrate(connection, '--dry-run')

  expect([status, stderr]).toEqual([0, ''])
  expect(said).toContain('Pending migrations, applied together: 0002_notes.sql, 0003_more_of_outbox.sql')
  expect(said).toMatch(/0002_notes\.sql keeps others from writing .*\busers\b.* for \d+\.\d\d s\./u)
  expect(said).toMatch(/0003_more_of_outbox\.sql keeps others from reading or writing .*\boutbox\b.* for \d/u)
  expect(await namesIn(client)).toEqual(before)
})

test('`asakai migrate` applies the pending migrations, and a second run finds none', async () => {
  const { connection, client } = await olderDatabase()

  expect(await migrate(connection)).toMatchObject({ status: 0, stderr: '' })

  expect(await namesIn(client)).toEqual(['0001_schema.sql', ...Object.keys(later)])
  expect((await migrate(connection)).said).toMatch(
    /^No migration is pending\.\nThe database has the schema of this version/u,
  )
})

test('`asakai migrate --dry-run` names a table that is in use', async () => {
  const { connection, client } = await olderDatabase()
  await client.query('begin; select from outbox')

  expect(await migrate(connection, '--dry-run')).toMatchObject({
    status: 0,
    said: expect.stringContaining('is in use'),
  })
})

test('`asakai migrate` creates the schema in an empty database', async () => {
  const connection = await newDatabase('template0')
  expect((await migrate(connection)).said).toMatch(/migrations are pending; the database is empty\.\nThe database has/u)
})

test('`asakai migrate` refuses a database that a newer version has migrated', async () => {
  const { connection, client } = await olderDatabase()
  await migrate(connection)
  await client.query(`insert into migrations (name, sha256) values ('9999_later.sql', 'x')`)

  const { status, said } = await migrate(connection, '--dry-run')

  expect(status).toBe(0)
  expect(said).toMatch(
    /^A newer Asakai has migrated this database \(9999_later\.sql\).*\nNo migration is pending\.\n$/u,
  )
})

test('`asakai migrate` prints its usage', async () => {
  const { status, stderr } = await migrate({}, '--nothing')
  expect([status, stderr]).toEqual([1, expect.stringContaining('npm run migrate -- [--dry-run]')])
})

test(
  '`asakai migrate`, also with --dry-run, refuses a database that another build has migrated',
  { timeout: 60_000 },
  async () => {
    const { connection, client } = await olderDatabase()
    await client.query(`update migrations set sha256 = 'another'`)
    for (const words of [['--dry-run'], []]) {
      const { status, stderr } = await migrate(connection, ...words)
      expect([status, stderr.trim()]).toEqual([
        1,
        expect.stringMatching(
          /^The migration 0001_schema\.sql was changed .*: another build of Asakai made it\. .*\.$/u,
        ),
      ])
    }
  },
)
