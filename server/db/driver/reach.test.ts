import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { readDatabaseLocation } from '#server/config/config.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { reachDatabase } from './reach.ts'

const quiet = () => {}
const folder = mkdtempSync(join(tmpdir(), 'asakai-reach-'))
chmodSync(folder, 0o711) // if root runs this, PostgreSQL runs as another user and must be able to enter the folder
const dataDir = join(folder, 'data')
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const reach = () => reachDatabase(readDatabaseLocation({ DATA_DIR: dataDir }), quiet)

async function keptIn({ connection }: { connection: pg.ClientConfig }) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query('select one from kept')).rows
  } finally {
    await client.end()
  }
}

async function keepOne({ connection }: { connection: pg.ClientConfig }) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('create table kept as select 1 as one')
  await client.end()
}

test('a command reaches the embedded database whether a server is running or not', async () => {
  const server = await startEmbedded(dataDir, quiet)
  await keepOne(server)

  const beside = await reach()
  expect(await keptIn(beside)).toEqual([{ one: 1 }])
  await beside.stop()
  expect(await keptIn(server)).toEqual([{ one: 1 }])
  await server.stop()

  const alone = await reach()
  expect(await keptIn(alone)).toEqual([{ one: 1 }])
  await alone.stop()
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a command creates no embedded database if none exists', async () => {
  await expect(reach()).rejects.toThrow(`There is no database in DATA_DIR ${dataDir}.`)
  expect(existsSync(dataDir)).toBe(false)
})
