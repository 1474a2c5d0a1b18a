import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresBinaries } from '#server/db/embedded/binaries.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { reachEmbedded } from '#server/db/embedded/reach.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { startServer, stopServer } from '../../bench/server.ts'

const quiet = () => {}

/** Values with which PostgreSQL would not start. Every variable without such a value gets nonsense. */
const harmful: Record<string, string> = {
  PGPORT: '5433',
  PGSSLMODE: 'verify-full',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c statement_timeout=1 -c default_transaction_read_only=on',
  PGREPLICATION: 'database',
  PGBINARY: 'true',
  PGCLIENT_ENCODING: 'LATIN1',
  PGCLIENTENCODING: 'SJIS',
  PGHOST: '192.0.2.1',
  PGTZ: 'Asia/Tokyo',
}

/** The names of all variables that libpq, the programs of PostgreSQL and node-postgres read. */
async function variableNames(): Promise<string[]> {
  const { folder } = await postgresBinaries(undefined, tmpdir())
  const programs = globSync(['lib/libpq.*', 'bin/{initdb,postgres}*'], { cwd: folder }).map((file) =>
    join(folder, file),
  )
  const read = [...programs, ...globSync('node_modules/pg/lib/**/*.js')].map((file) => readFileSync(file, 'latin1'))
  const named = read.flatMap((text) =>
    [...text.matchAll(/(?<![A-Z_a-z])PG_?(?!RES_)[A-Z_]{2,}(?![a-z])/gu)].map(([name]) => name),
  )
  return [...new Set([...named, ...Object.keys(harmful)])].sort()
}
const names = await variableNames()
const valueOf = (name: string) => harmful[name] ?? 'nonsense'
const all = Object.fromEntries(names.map((name) => [name, valueOf(name)]))

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'asakai-pg-'))
  chmodSync(folder, 0o711)
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function settingsOf(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select name, setting from pg_settings where name in
       ('statement_timeout', 'default_transaction_read_only', 'application_name', 'TimeZone', 'client_encoding', 'DateStyle')`,
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  } finally {
    await client.end()
  }
}

const unharmed = {
  statement_timeout: '0',
  default_transaction_read_only: 'off',
  application_name: '',
  TimeZone: 'UTC',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
}

test('the programs of PostgreSQL contain the names of the variables that the tests set', () => {
  expect(names).toEqual(expect.arrayContaining(['PGPORT', 'PGSSLMODE', 'PGSERVICEFILE', 'PGDATA', 'PGAPPNAME', 'PGTZ']))
})

test('a new and an existing database start with every PostgreSQL variable set (E6.02)', async () => {
  const folder = dataFolder()
  for (const _ of ['new', 'existing']) {
    Object.assign(process.env, all)
    const database = await startEmbedded(folder, quiet)
    expect(await settingsOf(database.connection)).toEqual(unharmed)
    await database.stop()
  }
})

test('a command beside the running server ignores each PostgreSQL variable (E6.02)', async () => {
  const folder = dataFolder()
  const database = await startEmbedded(folder, quiet)
  for (const name of names) {
    process.env[name] = valueOf(name)
    const { connection } = await reachEmbedded(folder, quiet)
    expect(await settingsOf(connection), name).toEqual(unharmed)
  }
  await database.stop()
})

test('the server and its commands work with every PostgreSQL variable set (E6.02)', { timeout: 60_000 }, async () => {
  const DATA_DIR = dataFolder()
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env as Record<string, string>
  const environment = { PATH: PATH!, HOME: HOME!, NODE_COMPILE_CACHE: NODE_COMPILE_CACHE!, ...all }
  const run = async (...words: string[]) => {
    const child = spawn(process.execPath, words, {
      env: { ...environment, DATA_DIR },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
    const [status] = await once(child, 'close')
    return { status, said }
  }
  const runs = async ([name, ...words]: string[]) =>
    expect(await run(`cli/${name}.ts`, ...words), name).toMatchObject({ status: 0 })
  const server = await startServer({ ...environment, DATA_DIR, PORT: '0' })
  afterwards(() => server.process.kill('SIGKILL'))
  for (const words of [
    ['backup', join(DATA_DIR, 'running.backup')],
    ['admin', 'list'],
  ])
    await runs(words)
  expect(await run('cli/check.ts')).toMatchObject({ said: expect.stringMatching(/^ok +Database/mu) })
  await stopServer(server)
  for (const words of [
    ['backup', join(DATA_DIR, 'stopped.backup')],
    ['migrate'],
    ['admin', 'list'],
    ['rotate-secrets'],
  ])
    await runs(words)
})
