// kill -9 of the server and of PostgreSQL, in turn, while 16 members write: no acknowledged report may be lost, none may be
// there twice, and the next start must need no help. node bench/crash.ts [kills]
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer, type RunningServer } from './server.ts'

const kills = Number(process.argv[2] ?? 20)
const writers = 16
const writingBetween = [300, 900] as const // milliseconds until the next kill
const password = 'correct horse battery'

type Writer = { token: string; refresh: string; next: number; acknowledged: Map<string, string> }

const folder = await mkdtemp(join(tmpdir(), 'asakai-crash-'))
await chmod(folder, 0o711) // root's PostgreSQL runs as another account, and keeps its data here all the same
const environment = { DATA_DIR: join(folder, 'data'), PORT: '0' }
let server = await startServer(environment)
const members = await Promise.all(Array.from({ length: writers }, (_, number) => signUp(server, number)))

process.on('uncaughtExceptionMonitor', () => console.error(server.output.join('\n')))

let slowestStart = 0
for (let kill = 0; kill < kills; kill++) {
  const writing = { on: true }
  const work = Promise.all(members.map((member) => write(server, member, writing)))
  await wait(writingBetween[0] + Math.random() * (writingBetween[1] - writingBetween[0]))
  if (kill % 2 === 0) {
    server.process.kill('SIGKILL')
    await once(server.process, 'exit')
    writing.on = false
    await work
    server = await startServer(environment)
    slowestStart = Math.max(slowestStart, server.seconds)
  } else {
    killPostgres()
    const begun = performance.now()
    while ((await fetch(`${server.address}/api/readyz`)).status !== 200) await wait(20)
    slowestStart = Math.max(slowestStart, (performance.now() - begun) / 1_000)
    await wait(200) // writers go on against the recovered database
    writing.on = false
    await work
  }
}

const result = await compare(server)
await stopServer(server)
await rm(folder, { recursive: true, force: true })
console.log(
  `${kills} kills, ${writers} writers: ${result.acknowledged} reports acknowledged, ${result.lost} lost, ${result.twice} twice; ` +
    `slowest recovery ${slowestStart.toFixed(2)} s`,
)
process.exitCode = result.lost + result.twice === 0 && result.acknowledged > 0 ? 0 : 1

async function post(server: RunningServer, path: string, body: unknown, token?: string) {
  const answer = await fetch(`${server.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json().catch(() => ({})) }
}

async function signUp(server: RunningServer, number: number): Promise<Writer> {
  const email = `writer-${number}@example.com`
  await post(server, '/onboarding', { family_name: 'Writer', first_name: String(number), email, password })
  const { status, body } = await post(server, '/auth/login', { username: email, password })
  if (status !== 200) throw new Error(`writer ${number} cannot sign in: ${status}`)
  return { token: body.access_token, refresh: body.refresh_token, next: 0, acknowledged: new Map() }
}

/** One report a day, from 2000 on; a request that found nobody is repeated for the same day, as a browser would. */
async function write(server: RunningServer, member: Writer, writing: { on: boolean }) {
  while (writing.on) {
    const report_date = new Date(Date.UTC(2000, 0, 1 + member.next)).toISOString().slice(0, 10)
    const today_plan = `day ${member.next}`
    const report = { report_date, yesterday_work: '', today_plan, issues: '' }
    try {
      const { status } = await post(server, '/daily-reports', report, member.token)
      if (status === 201) member.acknowledged.set(report_date, today_plan)
      if (status === 201 || status === 409) member.next++
      else if (status !== 503) throw new Error(`a report was answered ${status}`)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // a lost connection is what this is about
      if (server.process.signalCode !== null) return
    }
  }
}

/** The oldest process on the data folder is the postmaster. */
function killPostgres() {
  execFileSync('pkill', ['-9', '-o', '-f', `postgres -D ${folder}`])
}

async function compare(server: RunningServer) {
  let [acknowledged, lost, twice] = [0, 0, 0]
  const ids = await Promise.all(members.map((member) => idOf(server, member)))
  const dates = new Set(members.flatMap((member) => [...member.acknowledged.keys()]))
  for (const date of dates) {
    const answer = await get(server, `/daily-reports?report_date=${date}`, members[0]!.token)
    const reports = answer.reports as { user_id: string; today_plan: string }[]
    for (const [number, member] of members.entries()) {
      const expected = member.acknowledged.get(date)
      const found = reports.filter((report) => report.user_id === ids[number])
      if (found.length > 1) twice++
      if (expected === undefined) continue
      acknowledged++
      if (found[0]?.today_plan !== expected) lost++
    }
  }
  return { acknowledged, lost, twice }
}

async function get(server: RunningServer, path: string, token: string) {
  const answer = await fetch(`${server.address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return answer.json()
}

async function idOf(server: RunningServer, { token }: Writer): Promise<string> {
  return (await get(server, '/users/me', token)).id
}
