import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { AlreadyRunning } from './folder-lock.ts'
import { runningPostmaster } from './postmaster.ts'

const quiet = () => {}
let running: EmbeddedDatabase | undefined
const folders: string[] = []

afterEach(async () => {
  await running?.stop()
  running = undefined
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'asakai-embedded-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

/** Copies the folder with its owners while PostgreSQL writes to it, as a snapshot of the disk does. */
function copyAsItIs(from: string, to: string) {
  execFileSync('cp', ['-a', `${from}/.`, to])
}

async function query(database: EmbeddedDatabase, text: string) {
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmaster = (database: EmbeddedDatabase) =>
  Number(readFileSync(join(database.folder, 'postmaster.pid'), 'utf8').split('\n')[0])

test('the application’s database role is an ordinary role that owns its database', async () => {
  running = await startEmbedded(dataFolder(), quiet)

  expect(await query(running, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false, rolbypassrls: false },
  ])
  expect(await query(running, 'show data_checksums')).toEqual([{ data_checksums: 'on' }])
  expect(await query(running, 'show fsync')).toEqual([{ fsync: 'on' }])
})

test('the embedded database refuses connections without its password, which only the owner can read', async () => {
  const folder = dataFolder()
  running = await startEmbedded(folder, quiet)
  const stranger = new pg.Client({ ...running.connection, password: 'guess' })

  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(join(folder, 'database-password')).mode & 0o777).toBe(0o600)
})

test('a second server on the same data folder is refused', async () => {
  const folder = dataFolder()
  running = await startEmbedded(folder, quiet)

  await expect(startEmbedded(folder, quiet)).rejects.toBeInstanceOf(AlreadyRunning)
})

test('only one of two simultaneous first starts succeeds', async () => {
  const folder = dataFolder()

  const starts = await Promise.allSettled([startEmbedded(folder, quiet), startEmbedded(folder, quiet)])

  running = starts.find((start) => start.status === 'fulfilled')?.value
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(starts.find((start) => start.status === 'rejected')?.reason).toBeInstanceOf(AlreadyRunning)
})

test('the start after an interrupted first start works', async () => {
  const folder = dataFolder()
  const interruption = new AbortController()
  const start = startEmbedded(folder, () => setImmediate(() => interruption.abort()), interruption.signal)

  await expect(start).rejects.toThrow('aborted')

  expect(readdirSync(folder).filter((name) => name.startsWith('postgres'))).toEqual([])
  running = await startEmbedded(folder, quiet)
  expect(await query(running, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an interrupted start of the server leaves no database running', async () => {
  const folder = dataFolder()
  const first = await startEmbedded(folder, quiet)
  await first.stop()

  await expect(startEmbedded(folder, quiet, AbortSignal.abort())).rejects.toThrow('aborted')

  expect(existsSync(join(first.folder, 'postmaster.pid'))).toBe(false)
})

test('the data folder can have spaces, quotes and other languages in its name', async () => {
  const folder = join(dataFolder(), '朝会, "テスト" é')

  running = await startEmbedded(folder, quiet)

  expect(await query(running, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data that was written is there after the next start', async () => {
  const folder = dataFolder()
  running = await startEmbedded(folder, quiet)
  await query(running, 'create table kept as select 1 as one')
  await running.stop()

  running = await startEmbedded(folder, quiet)

  expect(await query(running, 'select one from kept')).toEqual([{ one: 1 }])
})

// Only if the server runs as root, its folders can be closed to the account of PostgreSQL.
test.runIf(process.getuid?.() === 0)(
  'the server finds its database after the data folder was moved or got other permissions',
  async () => {
    const closed = mkdtempSync(join(tmpdir(), 'asakai-closed-')) // mode 0700
    const [home, moved] = [join(closed, 'data'), join(closed, 'moved')]
    running = await startEmbedded(home, quiet)
    const { folder } = running
    expect(folder.startsWith(closed)).toBe(false)
    await query(running, 'create table kept as select 1 as one')
    await running.stop()
    chmodSync(closed, 0o755)
    renameSync(home, moved)

    running = await startEmbedded(moved, quiet)

    expect(running.folder).toBe(folder)
    expect(await query(running, 'select one from kept')).toEqual([{ one: 1 }])
    await running.stop()
    rmSync(dirname(folder), { recursive: true })
    await expect(startEmbedded(moved, quiet)).rejects.toThrow('is missing there. Put it back')
    rmSync(closed, { recursive: true })
  },
)

test('a database that is killed while the server runs restarts with all committed data', async () => {
  running = await startEmbedded(dataFolder(), quiet)
  const database = running
  await query(database, 'create table kept as select 1 as one')

  process.kill(postmaster(database), 'SIGKILL')

  await expect.poll(() => query(database, 'select one from kept')).toEqual([{ one: 1 }])
})

test('the server starts although the process id in postmaster.pid belongs to another program', async () => {
  const folder = dataFolder()
  running = await startEmbedded(folder, quiet)
  await running.stop()
  writeFileSync(join(running.folder, 'postmaster.pid'), `${process.pid}\n${running.folder}\n0\n5432\n\n\n`)

  running = await startEmbedded(folder, quiet)

  expect(await query(running, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)(
  'a server started by root stores its data elsewhere if PostgreSQL cannot read the folder',
  async () => {
    const closed = dataFolder()
    chmodSync(closed, 0o700)
    running = await startEmbedded(join(closed, 'data'), quiet)
    folders.push(dirname(running.folder))
    expect(running.folder.startsWith(closed)).toBe(false)
    await query(running, 'create table kept ()')
    await running.stop()

    rmSync(join(closed, 'data'), { recursive: true })
    running = await startEmbedded(join(closed, 'data'), quiet)
    expect(await query(running, 'select from kept')).toEqual([])
  },
)

test('a server starts on a copy of a running server’s data folder', async () => {
  const original = dataFolder()
  running = await startEmbedded(original, quiet)
  const copy = dataFolder()
  copyAsItIs(original, copy)

  const copied = await startEmbedded(copy, quiet)

  expect(await query(copied, 'select 1 as one')).toEqual([{ one: 1 }])
  await copied.stop()
  expect(await query(running, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the database of another folder whose path has the same end does not count as this folder’s own', async () => {
  const original = dataFolder()
  running = await startEmbedded(original, quiet)
  const lines = readFileSync(join(running.folder, 'postmaster.pid'), 'utf8').split('\n')
  const suffix = running.folder.slice(running.folder.indexOf('/', 1))

  lines[1] = suffix // the path that a server in a container writes, because its root folder differs
  writeFileSync(join(running.folder, 'postmaster.pid'), lines.join('\n'))

  expect(await runningPostmaster(running.folder)).toBeUndefined()
})

test('a moved data folder is refused while the PostgreSQL of a killed server still uses it', async () => {
  const folder = dataFolder()
  const first = await startEmbedded(folder, quiet)
  const left = postmaster(first)
  const moved = `${first.folder}-moved`
  renameSync(first.folder, moved)

  expect(await runningPostmaster(moved)).toMatchObject({ pid: left, folder: first.folder })

  renameSync(moved, first.folder)
  await first.stop()
})

test.runIf(process.platform === 'linux')(
  'the start fails with a message if no folder for the database can be created',
  async () => {
    await expect(startEmbedded('/proc/asakai', quiet)).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/asakai' })
  },
)
