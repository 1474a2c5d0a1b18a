import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { requireSameKey } from '#server/access/keys/key-fingerprint.ts'
import { readConfig } from '#server/config/config.ts'
import { inDatabaseOf } from '#server/testing/embedded-database.ts'
import { openMailbox } from '#server/testing/mailbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-check-'))
chmodSync(folder, 0o711) // if root runs this, PostgreSQL runs as another user and must be able to enter the folder
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function check(settings: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, ['cli/check.ts', ...words], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: process.env['HOME'],
      ...settings,
    },
  })
  let [said, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = (await once(child, 'close')) as [number]
  return { status, lines: said.trim().split('\n'), stderr }
}

test('`asakai check` reports a wrong setting in one line and then stops', async () => {
  const { status, lines, stderr } = await check({ DATABASE_URL: 'mysql://a:hidden@db/asakai' })
  expect([status, stderr]).toEqual([1, ''])
  expect(lines).toEqual(['wrong  Settings     DATABASE_URL must be a postgres:// address.'])
})

test('`asakai check` before the first start names missing settings and creates no files', async () => {
  const DATA_DIR = join(folder, 'none')
  const { status, lines } = await check({ DATA_DIR })
  expect(status).toBe(1)
  expect(lines).toContain(
    `wrong  Database     There is no database in DATA_DIR ${DATA_DIR}. Check DATA_DIR; npm start creates a database.`,
  )
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('`asakai check` prints its usage', async () => {
  expect(await check({}, ['--nothing'])).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run check') })
})

test('`asakai check` prints its findings in a fixed order', { timeout: 60_000 }, async () => {
  const mailbox = await openMailbox()
  const DATA_DIR = join(folder, 'data')
  await inDatabaseOf(DATA_DIR, (database) => requireSameKey(database, readConfig({ DATA_DIR })))
  const PUBLIC_URL = 'http://127.0.0.1:1'
  const { status, lines } = await check({ DATA_DIR, SMTP_URL: mailbox.url, PUBLIC_URL }, ['--mail', 'ops@example.com'])

  const abouts = lines.map((line) => line.slice(7, 19).trim())
  expect([...new Set(abouts)].join(', ')).toBe(
    'Settings, Database, Role, Migrations, Secret key, Data folder, Mail, Sign-in, Address, Clock, Push, Traces, Backups',
  )
  expect(lines.filter((line) => line.startsWith('wrong'))).toEqual([
    expect.stringContaining(`Nothing answers at ${PUBLIC_URL}`), // the server does not run
  ])
  expect(status).toBe(1)
  expect(mailbox.mails).toMatchObject([{ to: 'ops@example.com' }])
})
