// Fills a disk of 300 MB with 16 writers. First the tables cannot grow. Then PostgreSQL's log cannot grow, and
// PostgreSQL ends. No acknowledged write may be lost, and members must read the reason.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startServer, stopServer } from '../bench/server.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { openWriters } from './testing/writers.ts'

const members = 16
const fullFor = 15_000 // milliseconds
const pause = 200 // milliseconds between two checks
const timeoutMs = 60_000 // milliseconds to wait for an expected state
const account = { username: 'writer-0@example.com', password: 'correct horse battery' }

if (process.getuid?.() !== 0) {
  console.error('This trial mounts a disk of its own, which only root may.')
  process.exit(1)
}

await inFolder('full', async (folder) => {
  const disk = join(folder, 'disk')
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=0711', 'asakai-trial', disk])
  // Must also run after a failure. `--lazy`, because a server that is about to end may have files open.
  const unmount = () => execFileSync('umount', ['--lazy', disk])
  process.once('exit', unmount)
  try {
    await fillUp(disk)
  } finally {
    process.off('exit', unmount)
    unmount()
  }
})

async function fillUp(disk: string) {
  const data = join(disk, 'data')
  const filler = join(disk, 'filler')
  const start = () => startServer({ DATA_DIR: data, PORT: '0' })
  let server = await start()
  const writers = await openWriters(members, () => server.address)
  const signedIn = await ask(server.address, '/auth/login', account)
  const authorization = `Bearer ${(signedIn.body as { access_token: string }).access_token}`
  const write = () =>
    ask(server.address, '/insights', { type: 'keep', note: `${randomUUID()} ${'x'.repeat(1_000)}` }, { authorization })
  const read = () => ask(server.address, '/daily-reports?report_date=2000-01-02', undefined, { authorization })
  const ready = () => ask(server.address, '/readyz')

  writers.start()
  await writers.written(3)
  await fill(disk, filler, 256 * 1_024)
  await until(async () => (await write()).status !== 201)
  const looks = { count: 0, refused: 0, read: 0, unready: 0 }
  for (const end = Date.now() + fullFor; Date.now() < end; await wait(pause)) {
    const [written, seen, readiness] = await Promise.all([write(), read(), ready()])
    looks.count++
    if (written.said === '503 storage_full later') looks.refused++
    if (seen.said === '200') looks.read++
    if (readiness.status === 503) looks.unready++
  }
  await rm(filler)
  const room = performance.now()
  await until(async () => (await ready()).status === 200)
  await writers.written()
  const back = (performance.now() - room) / 1_000

  await fill(disk, filler, 0)
  const ended = once(server.process, 'exit')
  await wantLog(data)
  const [endedWith] = (await Promise.race([ended, wait(timeoutMs, ['nothing'], { ref: false })])) as unknown[]
  const lastWords = server.output.join('\n')
  await fill(disk, filler, 0)
  const refusal = await start().then(
    () => 'it started',
    (error: Error) => error.message,
  )
  await rm(filler)
  const restart = performance.now()
  server = await start()
  await writers.written()
  const recovered = (performance.now() - restart) / 1_000
  await writers.stop()
  const { acknowledged, lost, doubled } = await writers.compare()
  const { unanswered, unexpected } = writers.figures()
  await stopServer(server)
  conclude(
    `${members} writers: ${acknowledged} writes acknowledged, ${lost} lost, ${doubled} doubled, ${unanswered} requests repeated; ` +
      `full for ${fullFor / 1_000} s, ${looks.refused} writes refused, ${looks.read} of ${looks.count} reads answered; everybody wrote again ` +
      `${back.toFixed(1)} s after there was room, and ${recovered.toFixed(1)} s after a new start where PostgreSQL had ended`,
    {
      'a full disk refuses each write with 503 storage_full and Retry-After': looks.refused === looks.count,
      'reads go on': looks.read === looks.count,
      'it is not ready meanwhile': looks.unready === looks.count,
      [`where PostgreSQL cannot go on, the server ends with 1, but ${String(endedWith)}`]: endedWith === 1,
      [`it says so in one sentence, but ${lastWords}`]:
        isSentence(/cannot be started again: .*$/mu.exec(lastWords)?.[0]) && !/^ +at /mu.test(lastWords),
      [`a start on the full disk ends with 1 and one sentence, but ${refusal}`]: isSentence(
        /^the server ended with 1:\n(.*)$/u.exec(refusal)?.[1],
      ),
      'every acknowledged write is there': lost === 0 && acknowledged > 0,
      'none is there twice': doubled === 0,
      [`no other answers than 201 and 503, but ${JSON.stringify(unexpected)}`]: Object.keys(unexpected).length === 0,
    },
  )
}

/** Sends a request. `said` has the status of the response, its error code, and `later` if it has Retry-After. */
async function ask(address: string, path: string, sent?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${address}/api${path}`, {
    headers: { ...headers, ...(sent ? { 'content-type': 'application/json' } : {}) },
    ...(sent ? { method: 'POST', body: JSON.stringify(sent) } : {}),
    signal: AbortSignal.timeout(10_000),
  })
  const body: unknown = await answer.json()
  const words = [answer.status, (body as { code?: string }).code, answer.headers.has('retry-after') && 'later']
  return { status: answer.status, said: words.filter(Boolean).join(' '), body }
}

/** Makes PostgreSQL begin files of its log, of 16 MB each, until the disk is full and PostgreSQL ends. */
async function wantLog(data: string) {
  const password = await readFile(join(data, 'database-password'), 'utf8')
  const place = { host: join(data, 'postgres-socket'), database: 'postgres' }
  const client = new pg.Client({ ...place, user: 'postgres', password })
  client.on('error', () => {}) // this trial expects the failure
  await client.connect()
  for (let files = 0; files < 100; files++)
    if (
      await client.query('select pg_switch_wal()').then(
        () => wait(pause),
        () => 'lost',
      )
    )
      return
  throw new Error('PostgreSQL found room for its log.')
}

/** Writes a file until this many bytes of the disk are left. */
async function fill(disk: string, path: string, left: number) {
  const filler = await open(path, 'a')
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(disk)
      const more = Math.min(bavail * bsize - left, 1_048_576)
      if (more <= 0) return
      await filler.write(Buffer.alloc(more))
    }
  } finally {
    await filler.close()
  }
}

async function until(holds: () => Promise<boolean>) {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(pause)) if (await holds()) return
  throw new Error('The disk is neither full nor free in time.')
}

function isSentence(text: string | undefined): boolean {
  return text?.includes('There is no room left on the disk of ') ?? false
}
