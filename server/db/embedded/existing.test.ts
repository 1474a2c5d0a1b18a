import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { ConfigError } from '#server/config/environment.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { hasPostgres15, startPostgres15 } from '#server/testing/postgres-15.ts'
import { startEmbedded } from './embedded.ts'

const quiet = () => {}
const isRoot = process.getuid?.() === 0
const home = mkdtempSync(join(tmpdir(), 'asakai-existing-'))
chmodSync(home, 0o711) // if root runs this, PostgreSQL runs as another user and must be able to enter the folder
afterwards(() => rmSync(home, { recursive: true, force: true }))
const folder = join(home, 'data')
const passwordFile = join(folder, 'database-password')

beforeAll(async () => {
  const database = await startEmbedded(folder, quiet)
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query('create table kept as select 1 as one')
  await client.end()
  await database.stop()
})

async function keptIn(dataDir: string) {
  const database = await startEmbedded(dataDir, quiet)
  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query('select one from kept')
  await client.end()
  await database.stop()
  return rows
}

test.runIf(isRoot)('a copied data folder that belongs to root and is readable by others opens', async () => {
  const copy = join(home, 'copy')
  execFileSync('cp', ['-r', folder, copy])
  chmodSync(join(copy, 'postgres'), 0o755)

  expect(await keptIn(copy)).toEqual([{ one: 1 }])
})

test.runIf(isRoot)('the error for a data folder of another account gives the command that repairs it', async () => {
  const copy = join(home, 'foreign')
  cpSync(folder, copy, { recursive: true })
  execFileSync('chown', ['-R', '12345', copy])
  const data = join(copy, 'postgres')

  await expect(startEmbedded(copy, quiet)).rejects.toThrow(
    new RegExp(`^${data} belongs to another account, .* run chown -R \\d+ ${data} as root\\.$`, 'u'),
  )
})

test('the start reports a lost database password, and creates no new one', async () => {
  renameSync(passwordFile, `${passwordFile}-kept`)

  await expect(startEmbedded(folder, quiet)).rejects.toThrow(`${passwordFile} is missing`)

  expect(existsSync(passwordFile)).toBe(false)
  renameSync(`${passwordFile}-kept`, passwordFile)
})

test('the start reports a wrong database password', async () => {
  const password = readFileSync(passwordFile, 'utf8')
  writeFileSync(passwordFile, 'another')

  const failure = await startEmbedded(folder, quiet).catch((error: unknown) => error)

  expect(failure).toBeInstanceOf(ConfigError)
  expect(failure).toMatchObject({ message: expect.stringContaining(`rejects the password in ${passwordFile}`) })
  writeFileSync(passwordFile, password)
  expect(await keptIn(folder)).toEqual([{ one: 1 }])
})

test.runIf(hasPostgres15)(
  'the start leaves the data of another PostgreSQL version unchanged, and says how to migrate',
  async () => {
    const { folder: old, stop } = await startPostgres15()
    await stop()
    writeFileSync(join(old, '..', 'lock'), '') // every start leaves this lock file

    await expect(startEmbedded(join(old, '..'), quiet)).rejects.toThrow(
      /is of PostgreSQL 15, and this Asakai brings 18: run npm run backup with .*, then npm run restore with/u,
    )
  },
)
