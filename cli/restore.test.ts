import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { saveKeyFingerprint } from '#server/access/keys/key-fingerprint.ts'
import { checkBackup } from '#server/db/backup/restore.ts'
import { openDatabase } from '#server/db/database.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { fillEveryTable } from '#server/testing/fill.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-restore-'))
chmodSync(folder, 0o711) // if root runs this, PostgreSQL runs as another user and must be able to enter the folder
afterwards(() => rmSync(folder, { recursive: true, force: true }))
const key = 'the key that has sealed what is sealed'
const file = join(folder, 'outside.backup')
const bundled = { DATA_DIR: join(folder, 'bundled') }
const tablesIn = async (name: string) => (await checkBackup(name)).manifest.tables

const outside = ({ host, user, password, database }: pg.ClientConfig) => ({
  DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${encodeURIComponent(host!)}`,
})

const begin = (script: 'backup' | 'restore', words: string[], environment: Record<string, string>) =>
  spawn(process.execPath, [`cli/${script}.ts`, ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: process.env['HOME'],
      ...environment,
    },
  })

async function ended(child: ChildProcess) {
  let said = ''
  for (const output of [child.stdout!, child.stderr!])
    output.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [status] = (await once(child, 'close')) as [number]
  return { status, said }
}

const run = (...command: Parameters<typeof begin>) => ended(begin(...command))

beforeAll(async () => {
  const connection = await newDatabase('asakai')
  await fillEveryTable(connection)
  const database = openDatabase(connection, () => {})
  await saveKeyFingerprint(database, Buffer.from(key))
  await database.destroy()
  expect(await run('backup', [file], outside(connection))).toMatchObject({ status: 0 })
})

test(
  'a restore moves all rows from an external database into the embedded one and back',
  { timeout: 60_000 },
  async () => {
    expect(await run('restore', [file], bundled)).toMatchObject({ status: 0 })
    const ofBundled = join(folder, 'bundled.backup')
    await run('backup', [ofBundled], bundled)

    const connection = await newDatabase('template0')
    await run('restore', [ofBundled], outside(connection))
    const back = join(folder, 'back.backup')
    await run('backup', [back], outside(connection))

    expect(await tablesIn(ofBundled)).toEqual(await tablesIn(file))
    expect(await tablesIn(back)).toEqual(await tablesIn(file))
  },
)

test('a restore warns only if the server’s secret key differs from the backup’s key', async () => {
  const restored = async (more: Record<string, string>) =>
    (await run('restore', [file], { ...outside(await newDatabase('template0')), ...more })).said

  expect(await restored({ SECRET_KEY: 'x'.repeat(40) })).toContain('The SECRET_KEY is not the key of this backup')
  const same = { SECRET_KEY: 'x'.repeat(40), SECRET_KEY_PREVIOUS: key }
  const output = await restored(same)
  expect(output).toContain('Start Asakai with the secret key of that time')
  expect(output).toContain('Deactivate the members again who were deactivated since then')
})

test('a restore that is killed changes no data, and the next restore says so', async () => {
  const killed = begin('restore', [file, '--force'], bundled)
  for await (const line of createInterface(killed.stdout)) if (line.startsWith('Deleting the content')) break
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  expect(await run('restore', [file], bundled)).toEqual({
    status: 1,
    said: expect.stringMatching(/^The database is not empty: .*1 users.* add --force\.$/mu),
  })
})
