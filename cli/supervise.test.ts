import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runningPostmaster } from '#server/db/embedded/postmaster.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { inDatabaseOf } from '#server/testing/embedded-database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { isCrash, nextDelay } from './supervise.mjs'

test('the supervisor doubles its delay after each crash, up to one minute', () => {
  let delayMs = 0
  const delays = Array.from({ length: 9 }, () => (delayMs = nextDelay(delayMs, 100)))
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000))
  expect(nextDelay(60_000, 59_999)).toBe(60_000)
  expect(nextDelay(60_000, 60_000)).toBe(1_000)
})

test.each([
  ['a deliberate exit', { code: 0, signal: null, wasReady: true }, false],
  ['a wrong setting', { code: 78, signal: null, wasReady: false }, false],
  ['a wrong setting after a change', { code: 78, signal: null, wasReady: true }, false],
  ['a first start that fails with a sentence', { code: 1, signal: null, wasReady: false }, false],
  ['a signal before the server handles it', { code: null, signal: 'SIGTERM', wasReady: false }, false],
  ['a later start that fails with a sentence', { code: 1, signal: null, wasReady: true }, true],
  ['an exception', { code: 1, signal: null, wasReady: true }, true],
  ['the system, which lacks memory', { code: null, signal: 'SIGKILL', wasReady: false }, true],
  ['Node, whose heap is full', { code: null, signal: 'SIGABRT', wasReady: true }, true],
  ['Node, whose heap is full, on Windows', { code: 134, signal: null, wasReady: true }, true],
])('isCrash tells whether the server’s end by %s was a crash', (_, end, expected) =>
  expect(isCrash(end)).toBe(expected),
)

/** Fills the heap of the server as soon as it gets SIGUSR2. */
const fillsHeap = `process.on('SIGUSR2', () => { for (const kept = []; ; ) kept.push(new Array(100_000).fill({})) })`
const imported = `data:text/javascript;base64,${Buffer.from(fillsHeap).toString('base64')}`

const newFolder = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o711)
  return folder
}

/** Creates the database once for all servers of this file. Creating it takes longer than the rest of a start. */
async function prepare(): Promise<string> {
  const folder = newFolder('asakai-prepared-')
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  await inDatabaseOf(folder, async () => {})
  return folder
}
let prepared: string

function copyOfPrepared(): string {
  const folder = newFolder('asakai-supervised-')
  execFileSync('cp', ['-a', `${prepared}/.`, folder])
  return folder
}

/** Starts the real server with its database, below a supervisor in a process group of its own. */
async function startSupervised(environment: Record<string, string> = {}, place?: { folder: string; port: number }) {
  const folder = place?.folder ?? copyOfPrepared()
  const port = place?.port ?? (await freePort())
  const supervisor = spawn(process.execPath, ['cli/supervise.mjs', 'server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: folder,
      DATA_DIR: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
      NODE_OPTIONS: `--import=${imported} --max-old-space-size=160`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(supervisor, 'exit') as Promise<[number | null, string | null]>
  afterwards(() => {
    supervisor.kill('SIGKILL') // the server and the database then end, too
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  })
  return {
    place: { folder, port },
    supervisor,
    ended,
    said: () => said,
    /** Returns how often the server has said that it is ready. */
    starts: () => said.split('ready at').length - 1,
    server: () => childrenOf(supervisor.pid!)[0]!,
    database: async () => (await runningPostmaster(join(folder, 'postgres')))?.pid,
    answers: async () => (await fetch(`http://127.0.0.1:${port}/api/readyz`)).status,
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
const isGone = (pid: number) =>
  !existsSync(`/proc/${pid}/cmdline`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8') === ''

/** The time limit for a start, which is slow while other tests run. */
const patient = { timeout: 60_000, interval: 100 }

describe.runIf(process.platform === 'linux')('a supervised server', () => {
  beforeAll(async () => void (prepared = await prepare()), 60_000)

  test.each([
    ['kill -9', 'SIGKILL', 'SIGKILL'],
    ['a full heap', 'SIGUSR2', 'SIGABRT'],
  ] as const)(
    'the supervisor restarts the server and its database after %s',
    { timeout: 180_000 },
    async (_, signal, end) => {
      const { server, database, starts, said, answers, supervisor, ended } = await startSupervised()
      await expect.poll(starts, patient).toBe(1)
      const [firstServer, firstDatabase] = [server(), (await database())!]
      process.kill(firstServer, signal)
      await expect.poll(starts, patient).toBe(2)
      expect(said()).toContain(`Asakai ended unexpectedly (${end}). Starting it again in 1 s …`)
      expect(isGone(firstServer)).toBe(true)
      expect(isGone(firstDatabase)).toBe(true)
      expect(await answers()).toBe(200)
      const secondDatabase = (await database())!
      supervisor.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(isGone(secondDatabase)).toBe(true)
    },
  )

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'the supervised server stops together with its database on %s',
    patient,
    async (signal) => {
      const { server, database, starts, said, supervisor, ended } = await startSupervised()
      await expect.poll(starts, patient).toBe(1)
      const [pid, databasePid] = [server(), (await database())!]
      // A terminal sends SIGINT and SIGHUP to the whole group.
      process.kill(signal === 'SIGTERM' ? supervisor.pid! : -supervisor.pid!, signal)
      expect(await ended).toEqual([0, null])
      expect([isGone(pid), isGone(databasePid)]).toEqual([true, true])
      expect(said()).not.toContain('unexpectedly')
    },
  )

  test('the server and its database stop if their supervisor is killed', patient, async () => {
    const { server, database, starts, supervisor } = await startSupervised()
    await expect.poll(starts, patient).toBe(1)
    const [pid, databasePid] = [server(), (await database())!]
    supervisor.kill('SIGKILL')
    await expect.poll(() => [isGone(pid), isGone(databasePid)], patient).toEqual([true, true])
  })

  test(
    'a new server starts while the server of a killed supervisor is still stopping',
    { timeout: 120_000 },
    async () => {
      const first = await startSupervised()
      await expect.poll(first.starts, patient).toBe(1)
      first.supervisor.kill('SIGKILL')
      const second = await startSupervised({}, first.place)
      await expect.poll(second.starts, patient).toBe(1)
      expect(second.said()).not.toContain('unexpectedly')
      expect(await second.answers()).toBe(200)
    },
  )

  test('the database stops if the server and the supervisor are killed', patient, async () => {
    const { database, starts, supervisor } = await startSupervised()
    await expect.poll(starts, patient).toBe(1)
    const databasePid = (await database())!
    process.kill(-supervisor.pid!, 'SIGKILL')
    await expect.poll(() => isGone(databasePid), patient).toBe(true)
  })

  test('the supervisor does not restart the server after a request to stop', patient, async () => {
    const { server, starts, said, supervisor, ended } = await startSupervised()
    await expect.poll(starts, patient).toBe(1)
    process.kill(server(), 'SIGKILL')
    await expect.poll(said, patient).toContain('Starting it again')
    supervisor.kill('SIGTERM')
    await ended
    expect(starts()).toBe(1)
  })

  test.each([
    ['a wrong setting', { SIGNUP: 'everybody' }, 78],
    ['a host of another machine', { HOST: '192.0.2.7' }, 1],
  ] as const)(
    'the supervisor does not restart a server whose start failed because of %s',
    patient,
    async (_, environment, code) => {
      const { ended, said } = await startSupervised(environment)
      expect(await ended).toEqual([code, null])
      expect(said()).not.toContain('unexpectedly')
    },
  )
})
