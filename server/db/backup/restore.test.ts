import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { withTeamTransaction, openDatabase } from '#server/db/database.ts'
import { ConfigError } from '#server/config/environment.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { requireSecret } from '#server/access/provider-secrets/operations.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { fillEveryTable } from '#server/testing/fill.ts'
import { password, startApp, team } from '#server/testing/team.ts'
import { writeBackupFile } from './file.ts'
import { checkBackup, restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-restore-'))
afterwards(() => rmSync(folder, { recursive: true, force: true }))
const options = { force: false, say: () => {} }
let whole: string
let source: pg.ClientConfig

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const backUp = (connection: pg.ClientConfig, name: string) => {
  const file = join(folder, name)
  return withClient(connection, (client) => writeBackupFile(client, file, { now: new Date(), replace: false })).then(
    () => file,
  )
}

const tablesIn = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => {
    const { rows } = await client.query(`select count(*)::int as tables from pg_tables where schemaname = 'public'`)
    return rows[0].tables
  })

const teamsIn = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => (await client.query('select name from teams')).rows.length)

/** Returns the backup with a changed text, packed again like a real one. */
function edited(name: string, change: (text: string) => string) {
  const file = join(folder, name)
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(whole)).toString('utf8'))))
  return file
}

beforeAll(async () => {
  source = await newDatabase('asakai')
  await fillEveryTable(source)
  whole = await backUp(source, 'whole')
})

test('the check of a backup refuses a file that was cut off at any point', async () => {
  const bytes = readFileSync(whole)
  const file = join(folder, 'short')
  for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
    writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * share)))
    await expect(checkBackup(file)).rejects.toThrow(`${file} ends too early`)
  }
})

test('the check of a backup refuses a file that was cut off and compressed again', async () => {
  const file = edited('cut', (text) => text.slice(0, text.lastIndexOf('\n{')))
  await expect(checkBackup(file)).rejects.toThrow('ends too early')
})

test('the check of a backup notices every changed byte that changes the content', async () => {
  const bytes = readFileSync(whole)
  const { manifest } = await checkBackup(whole)
  const file = join(folder, 'changed')
  for (let at = 0; at < bytes.length; at += 37) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 0x10
    writeFileSync(file, changed)
    const outcome = await checkBackup(file).catch((error: unknown) => error)
    // The header of gzip contains a time and a system, which do not affect the contents.
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ConfigError)
    else expect(outcome).toMatchObject({ manifest })
  }
})

test.each<[string, (text: string) => string]>([
  ['a word in a row', (text) => text.replace('朝会', '夕会')],
  ['one more row', (text) => text.replace('\n\\.\n', '\nmore\n\\.\n')],
  ['the version', (text) => text.replace('"version":"', '"version":"9')],
  ['the name of a column', (text) => text.replace('"columns":["', '"columns":["x')],
  ['the manifest', (text) => text.replace('"rows":1', '"rows":2')],
  ['text after the manifest', (text) => `${text}more\n`],
])('the check of a backup refuses a file with this change: %s', async (_what, change) => {
  await expect(checkBackup(edited('edited', change))).rejects.toThrow(
    'is damaged: its contents are not what was written.',
  )
})

test.each<[string, string | Buffer, string]>([
  ['text', 'no gzip at all', 'is not a backup of Asakai.'],
  ['another gzip', gzipSync('{"some":"thing"}\n'), 'is not a backup of Asakai.'],
  ['one endless line', gzipSync(Buffer.alloc(80_000_000)), 'is not a backup of Asakai.'],
])('the check of a backup refuses a file that is no backup: %s', async (_what, content, said) => {
  const file = join(folder, 'foreign')
  writeFileSync(file, content)
  await expect(checkBackup(file)).rejects.toThrow(`${file} ${said}`)
})

test('the check of a backup names a missing file', async () => {
  await expect(checkBackup('/nowhere/at-all')).rejects.toThrow('/nowhere/at-all cannot be read')
})

test.each<[string, (text: string) => string]>([
  ['a later format', (text) => text.replace('"format":1', '"format":2')],
  [
    'an unknown migration',
    (text) => text.replace('"migrations":[', `"migrations":[{"name":"9999_x.sql","sha256":"${'0'.repeat(64)}"},`),
  ],
])('a restore refuses a backup of a newer version and writes nothing: %s', async (_what, change) => {
  const connection = await newDatabase('template0')
  await expect(restoreBackup(connection, edited('newer', change), options)).rejects.toThrow(
    'was made by a newer Asakai',
  )
  expect(await tablesIn(connection)).toBe(0)
})

test('a restore refuses a backup with a different migration of the same name', async () => {
  const file = edited('forked', (text) => text.replace(/("sha256":")[0-9a-f]{8}/u, '$100000000'))
  await expect(checkBackup(file)).rejects.toThrow('0001_schema.sql differs from that of this version.')
})

test('a restore refuses a backup of a version before 1.0, which has other migrations', async () => {
  const file = edited('early', (text) => text.replace('0001_schema.sql', '0001_first_day.sql'))
  await expect(checkBackup(file)).rejects.toThrow('was made before Asakai 1.0')
})

test('a restore names the database’s content, and replaces the content only with --force', async () => {
  const connection = await newDatabase('asakai')
  await withClient(connection, (client) =>
    client.query(
      `insert into teams (id, name, time_zone) select gen_random_uuid(), 'kept', 'UTC' from generate_series(1, 3)`,
    ),
  )
  await expect(restoreBackup(connection, whole, options)).rejects.toThrow(
    'The database is not empty: 3 teams. To delete all of it, add --force.',
  )
  expect(await teamsIn(connection)).toBe(3)

  const said: string[] = []
  await restoreBackup(connection, whole, { force: true, say: (line) => said.push(line) })
  expect(said).toEqual(['Deleting the content of the database: 3 teams …'])
  expect(await teamsIn(connection)).toBe(1)
})

test('a restore treats a database with migrations but no data as empty', async () => {
  const connection = await newDatabase('asakai')
  await restoreBackup(connection, whole, options)
  expect(await teamsIn(connection)).toBe(1)
})

test('a restore never changes the database of another product', async () => {
  const connection = await newDatabase('template0')
  await withClient(connection, (client) =>
    client.query('create table migrations (id int); create table invoices (id int)'),
  )
  await expect(restoreBackup(connection, whole, { ...options, force: true })).rejects.toThrow(
    'The database belongs to another program: it has the tables invoices.',
  )
  expect(await tablesIn(connection)).toBe(2)
})

test('a restore writes nothing while a server is connected', async () => {
  const connection = await newDatabase('asakai')
  const server = openDatabase(connection, () => {})
  await server.selectFrom('teams').selectAll().execute()

  await expect(restoreBackup(connection, whole, options)).rejects.toThrow('Stop Asakai first')
  await server.destroy()
})

test('a restore that fails half-way keeps the existing data', async () => {
  const connection = await newDatabase('asakai')
  await withClient(connection, (client) =>
    client.query(
      `insert into teams (id, name, time_zone) values (gen_random_uuid(), 'kept', 'UTC'), (gen_random_uuid(), 'kept', 'UTC')`,
    ),
  )
  await withClient({ ...connection, user: 'postgres' }, async (client) => {
    // Blocks the last deletion. At this moment the old tables are gone, and the new ones do not exist yet.
    await client.query('begin; lock table graphile_worker.migrations in access share mode')
    // Reads pg_locks, which is current each time: pg_stat_activity does not change within a transaction.
    const endWaiting = async () => {
      for (let ended = 0; ended === 0;) {
        const { rowCount } = await client.query(`
          select pg_terminate_backend(pid) from pg_locks
          where not granted and relation = 'graphile_worker.migrations'::regclass
            and database = (select oid from pg_database where datname = current_database())`)
        ended = rowCount ?? 0
      }
    }
    await Promise.all([
      expect(restoreBackup(connection, whole, { ...options, force: true })).rejects.toThrow('terminating connection'),
      endWaiting(),
    ])
  })
  expect(await teamsIn(connection)).toBe(2)
})

test.each([
  [
    'an email',
    `insert into users (team_id, id, first_name, family_name, preferred_name, email, email_key)
      select t.id, gen_random_uuid(), '美咲', '佐伯', '', 'a@example.com', 'a@example.com' from teams t`,
  ],
  [
    'a sign-in account',
    `insert into users (team_id, id, first_name, family_name, preferred_name, email, email_key)
      select t.id, t.id, '美咲', '佐伯', '', t.id || '@example.com', t.id || '@example.com' from teams t;
    insert into connections (team_id, user_id, provider, account, subject) select id, id, 'google', 'a', 'a' from teams`,
  ],
])('a restore refuses a backup with %s that belongs to two members, and writes nothing', async (what, rows) => {
  const broken = await newDatabase('asakai')
  await withClient({ ...broken, user: 'postgres' }, (client) =>
    client.query(`
      set session_replication_role = 'replica';
      insert into teams (id, name, time_zone) values (gen_random_uuid(), '一', 'UTC'), (gen_random_uuid(), '二', 'UTC');
      ${rows}`),
  )
  const connection = await newDatabase('template0')
  const restored = restoreBackup(connection, await backUp(broken, what), options)

  await expect(restored).rejects.toThrow(`The backup cannot be loaded: ${what} in it belongs to two members.`)
  expect(await tablesIn(connection)).toBe(0)
})

test('after a restore, members sign in again, and the same secret key decrypts stored secrets', async () => {
  const { app, database, teamId, member } = await team({ database: openDatabase({ ...source, max: 2 }, () => {}) })
  const misaki = await member('佐伯')
  const identity = { teamId, userId: misaki.user.id }
  const secret = { domain: 'hinode.atlassian.net', apiToken: 'token' }
  await withTeamTransaction(database, identity, (db) =>
    saveConnection(app.services, db, identity, { provider: 'jira', account: 'hinode', subject: null, secret }),
  )
  const file = await backUp(source, 'members')
  await database.destroy()

  const restored = await newDatabase('template0')
  await restoreBackup(restored, file, options)

  const reopened = openDatabase({ ...restored, max: 2 }, () => {})
  afterwards(() => reopened.destroy())
  const server = await startApp({ database: reopened })
  const { status } = await server.visitor().post('/auth/login', { username: misaki.user.email, password })
  expect(status).toBe(200)
  expect(await requireSecret(server.app.services, identity, 'jira')).toMatchObject({ account: 'hinode', secret })
})
