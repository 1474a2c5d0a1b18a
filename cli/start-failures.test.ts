import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { listen } from '#server/testing/listen.ts'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

function newFolder(place = tmpdir()) {
  const folder = mkdtempSync(join(place, 'asakai-failing-'))
  chmodSync(folder, 0o777)
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts the real server as an operator does, and waits for its end.
 * @param before the command that runs it, such as one for another account
 * @returns its output without the lines of progress
 */
async function startAndFail(environment: Record<string, string>, before: string[] = []) {
  const [command, ...words] = [...before, process.execPath, 'server/main.ts']
  const child = spawn(command, words, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: tmpdir(),
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterwards(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (text.includes('ready at')) child.kill('SIGTERM')
    })
  const [status] = (await once(child, 'close')) as [number]
  return { status, lines: said.split('\n').filter((line) => line !== '' && !line.endsWith('…')) }
}

const as = (uid: number) => ['setpriv', `--reuid=${uid}`, '--regid=0', '--clear-groups']
const outside = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(40), DATA_DIR: newFolder() })

test.each<[string, () => Record<string, string> | Promise<Record<string, string>>, RegExp, string[]?]>([
  [
    'a DATA_DIR that the process cannot write to',
    () => {
      const folder = newFolder()
      chmodSync(folder, 0o755)
      return { DATA_DIR: folder }
    },
    /^DATA_DIR .* cannot be used: EACCES/u,
    as(65_534),
  ],
  [
    'a DATA_DIR in which no folder can be made',
    () => ({ DATA_DIR: '/proc/asakai' }),
    /^DATA_DIR \/proc\/asakai cannot be used/u,
  ],
  [
    'a DATA_DIR that is a file',
    () => {
      const file = join(newFolder(), 'file')
      writeFileSync(file, '')
      return { DATA_DIR: file }
    },
    /^DATA_DIR .* is a file. Set DATA_DIR to a folder\.$/u,
  ],
  [
    'a HOST of another machine',
    () => ({ DATA_DIR: newFolder(), HOST: '192.0.2.7' }),
    /^HOST is 192\.0\.2\.7, which is not an address of this machine \(EADDRNOTAVAIL\)\. Set HOST to /u,
  ],
  [
    'a port that is taken',
    async () => {
      const { url, close } = await listen()
      afterwards(close)
      return { DATA_DIR: newFolder(), HOST: '127.0.0.1', PORT: new URL(url).port }
    },
    /^Port \d+ is taken by another program\. Set PORT to a free one/u,
  ],
  [
    'a DATABASE_URL at which nothing answers',
    () => outside('postgres://a:b@127.0.0.1:1/x'),
    /^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED/u,
  ],
  [
    'a DATABASE_URL with an unknown name',
    () => outside('postgres://a:b@nowhere.invalid/x'),
    /^The database of DATABASE_URL cannot be reached: .*(?:ENOTFOUND|EAI_AGAIN)/u,
  ],
  [
    'a DATABASE_URL of a program that never answers',
    async () => {
      const silent = createServer(() => {}).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      afterwards(() => silent.close())
      return outside(`postgres://a:b@127.0.0.1:${(silent.address() as { port: number }).port}/x`)
    },
    /^The database of DATABASE_URL cannot be reached: timeout expired$/u,
  ],
])(
  'the server explains a failed start in one line for %s',
  { timeout: 60_000 },
  async (_, environmentOf, sentence, before = []) => {
    const environment = await environmentOf()
    if (before.length > 0 && !isRoot) return // switching to another account needs root
    const { status, lines } = await startAndFail(environment, before)
    expect(lines).toEqual([expect.stringMatching(sentence)])
    expect(status).not.toBe(0)
  },
)

test('the server explains in one line why PostgreSQL does not start', { timeout: 60_000 }, async () => {
  const DATA_DIR = newFolder()
  const database = await startEmbedded(DATA_DIR, () => {})
  await database.stop()
  const other = newFolder()
  cpSync(DATA_DIR, other, { recursive: true, verbatimSymlinks: true })
  writeFileSync(join(DATA_DIR, 'postgres/postgresql.auto.conf'), 'nonsense = 1\n')
  rmSync(join(other, 'postgres/global/pg_control'))
  // Checks both folders at the same time, because the server tries to start PostgreSQL for ten seconds.
  const expectReason = async (folder: string, reason: string) => {
    const { status, lines } = await startAndFail({ DATA_DIR: folder })
    expect(lines).toEqual([expect.stringContaining(`PostgreSQL does not start: `)])
    expect(lines[0]).toContain(reason)
    expect(status).toBe(1)
  }
  await Promise.all([
    expectReason(DATA_DIR, 'FATAL: configuration file'),
    expectReason(other, 'could not find the database system'),
  ])
})

test.each([
  ['on an existing database for an account without a name', [], as(123_456)],
  ['without a locale', ['LANG=xx', 'LC_ALL=nonsense', 'LANGUAGE=q'], []],
  [
    'without /dev/shm',
    [],
    ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs -o ro tmpfs /dev/shm && exec "$@"', 'sh'],
  ],
])('the server starts %s', { timeout: 60_000 }, async (_, variables, before) => {
  if (before.length > 0 && !isRoot) return // switching to another account and hiding /dev/shm need root
  // If the test hides /dev/shm, the data must be on the disk: `tmpdir()` can be a folder in /dev/shm. Otherwise use
  // `tmpdir()`, because the disk makes PostgreSQL wait for each write.
  const folder = newFolder(before[0] === 'unshare' ? '/var/tmp' : tmpdir())
  const DATA_DIR = join(folder, 'data')
  mkdirSync(DATA_DIR)
  if (before[0] === 'setpriv') {
    chmodSync(DATA_DIR, 0o777)
    expect((await startAndFail({ DATA_DIR }, as(65_534))).status).toBe(0)
    execFileSync('chown', ['-R', '123456', DATA_DIR])
  }
  const environment = Object.fromEntries(variables.map((variable) => variable.split('=') as [string, string]))
  const { status, lines } = await startAndFail({ DATA_DIR, ...environment }, before)
  expect(lines).toEqual([expect.stringContaining('Asakai is ready at')])
  expect(status).toBe(0)
})
