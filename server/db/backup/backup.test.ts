import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { fillEveryTable } from '#server/testing/fill.ts'
import { hasPostgres15, startPostgres15 } from '#server/testing/postgres-15.ts'
import { writeBackupFile } from './file.ts'
import { restoreBackup } from './restore.ts'
import { readTables } from './tables.ts'
import { backupParts } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-backup-'))
afterwards(() => rmSync(folder, { recursive: true, force: true }))
const now = new Date('2026-11-20T03:00:00Z')
const quiet = { force: false, say: () => {} }
let files = 0
const newFile = () => join(folder, `${++files}.backup`)

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const backUp = (connection: pg.ClientConfig, file = newFile(), replace = false) =>
  withClient(connection, async (client) => ({
    file,
    manifest: (await writeBackupFile(client, file, { now, replace })).manifest,
  }))

/** Returns every row of every table as text. Reads as a superuser, to whom no row-level security applies. */
const everything = (connection: pg.ClientConfig) =>
  withClient({ ...connection, user: 'postgres' }, async (client) => {
    const rows: Record<string, unknown[]> = {}
    for (const { name } of await readTables(client))
      rows[name] = (await client.query(`select to_jsonb(t) as row from ${name} t order by 1`)).rows
    return rows
  })

async function filled() {
  const connection = await newDatabase('asakai')
  await fillEveryTable(connection)
  return connection
}

test('a restore into an empty database returns every row of every table', async () => {
  const connection = await filled()
  const before = await everything(connection)

  const { file, manifest } = await backUp(connection)
  const restored = await newDatabase('template0')
  await restoreBackup(restored, file, quiet)

  expect(Object.fromEntries(manifest.tables.map(({ table, rows }) => [table, rows]))).toEqual(
    Object.fromEntries(Object.entries(before).map(([table, rows]) => [table, rows.length])),
  )
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  expect(await everything(restored)).toEqual(before)
  expect((await backUp(restored)).manifest).toEqual(manifest)
})

test('the restored database has the same row-level security policies and keys', async () => {
  const schema = (connection: pg.ClientConfig) =>
    withClient(connection, async (client) => {
      const walls = await client.query(`
        select c.relname, relrowsecurity, relforcerowsecurity, tgname, tgenabled
        from pg_class c left join pg_trigger on tgrelid = c.oid and not tgisinternal
        where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1, tgname`)
      const keys = await client.query(`
        select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
        where connamespace = 'public'::regnamespace order by 1, 2`)
      return { walls: walls.rows, keys: keys.rows }
    })
  const connection = await newDatabase('asakai')
  const restored = await newDatabase('template0')
  await restoreBackup(restored, (await backUp(connection)).file, quiet)

  expect(await schema(restored)).toEqual(await schema(connection))
})

test('after a restore, new rows get numbers after the restored numbers', async () => {
  const connection = await filled()
  await withClient({ ...connection, user: 'postgres' }, async (client) => {
    await client.query('alter table backlog_items alter column id restart with 4711')
  })
  const restored = await newDatabase('template0')
  await restoreBackup(restored, (await backUp(connection)).file, quiet)

  const next = await withClient(restored, (client) =>
    client.query(`select nextval(pg_get_serial_sequence('backlog_items', 'id')) as next`),
  )
  expect(next.rows).toEqual([{ next: '4711' }])
})

test('a backup contains the data of one moment, whatever is written meanwhile', async () => {
  const connection = await filled()
  const before = await everything(connection)
  const { value } = await withClient(connection, async (client) => {
    const parts = backupParts(client, now)
    await parts.next()
    await withClient({ ...connection, user: 'postgres' }, (writer) =>
      writer.query(`
        insert into teams (id, name, time_zone) values (gen_random_uuid(), 'meanwhile', 'Asia/Tokyo');
        delete from reports`),
    )
    let part = await parts.next()
    while (!part.done) part = await parts.next()
    return part
  })

  const counted = Object.fromEntries(value.tables.map(({ table, rows }) => [table, rows]))
  expect(counted).toMatchObject({ teams: before['teams']!.length, reports: before['reports']!.length })
})

test('a backup overwrites an existing file only on request', async () => {
  const connection = await newDatabase('asakai')
  const file = newFile()
  writeFileSync(file, 'precious')

  await expect(backUp(connection, file)).rejects.toThrow(`${file} exists already; --force replaces it.`)
  expect(readFileSync(file, 'utf8')).toBe('precious')

  await backUp(connection, file, true)
  await restoreBackup(await newDatabase('template0'), file, quiet)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a database without the tables of Asakai cannot be backed up', async () => {
  await expect(backUp(await newDatabase('template0'))).rejects.toThrow('there is nothing to back up')
})

test('a backup that loses the connection to its database leaves no file', async () => {
  const connection = await filled()
  const file = newFile()
  await withClient({ ...connection, user: 'postgres' }, async (superuser) => {
    await superuser.query('begin; lock table users in access exclusive mode')
    const lost = expect(backUp(connection, file)).rejects.toThrow()
    await vi.waitUntil(() => existsSync(`${file}.part`), { timeout: 15_000 })
    await vi.waitUntil(async () => {
      const { rowCount } = await superuser.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return rowCount === 1
    })
    await lost
  })
  expect(readdirSync(folder).filter((name) => name.startsWith(file))).toEqual([])
})

test('a killed backup leaves no incomplete backup file, and the next backup succeeds', async () => {
  const connection = await filled()
  const file = newFile()
  const { host, user, password, database } = connection
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${encodeURIComponent(host!)}`
  await withClient({ ...connection, user: 'postgres' }, async (superuser) => {
    await superuser.query('begin; lock table users in access exclusive mode')
    const killed = spawn(process.execPath, ['cli/backup.ts', file], {
      env: { DATABASE_URL: url },
    })
    await vi.waitUntil(() => existsSync(`${file}.part`), { timeout: 15_000 })
    killed.kill('SIGKILL')
    await once(killed, 'exit')
  })
  expect(existsSync(file)).toBe(false)

  await backUp(connection, file)
  await restoreBackup(await newDatabase('template0'), file, quiet)
  expect(existsSync(`${file}.part`)).toBe(false)
})

test.runIf(hasPostgres15)(
  'a backup can be restored between the oldest and the newest PostgreSQL, both ways',
  { timeout: 60_000 },
  async () => {
    const connection = await filled()
    const { file, manifest } = await backUp(connection)
    const { folder: _folder, stop: _stop, ...oldest } = await startPostgres15()

    await restoreBackup(oldest, file, quiet)
    const back = await backUp(oldest)
    const newest = await newDatabase('template0')
    await restoreBackup(newest, back.file, quiet)

    expect(back.manifest.tables).toEqual(manifest.tables)
    expect(await everything(newest)).toEqual(await everything(connection))
  },
)
