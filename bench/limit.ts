// Every hot call beside the least that a server can do: `node:http` and `pg`, which send the call's own statements and check
// nothing. Both on one database, in turns. Run with: node bench/limit.ts [seconds a turn]
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { sql } from 'kysely'
import pg from 'pg'
import { signAccessToken } from '#server/access/access-token.ts'
import { deriveKey } from '#server/access/keys.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { inEveryTeam, openDatabase } from '#server/db/database.ts'
import { startNewDatabase } from '#server/testing/embedded-database.ts'
import type { Bare } from './bare.ts'
import { type Call, cpuOf, load, type Load } from './load.ts'
import { seed } from './seed.ts'
import { start, startServer, stopServer, urlOf } from './server.ts'

const seconds = Number(process.argv[2] ?? 3)
const turns = 3
const connections = 16
const size = { teams: 10, members: 100, days: 250 }
const today = new Date().toISOString().slice(0, 10)

const { connection, folder, stop } = await startNewDatabase('asakai-limit-')
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
const database = openDatabase({ ...connection, max: 1 }, () => {})
await seed(database, size, today)
const { token, calls } = await hotCalls()
const statements = await statementsOf(calls)
const postmaster = await postmasterPid()
await database.destroy()

await writeFile(join(folder, 'bare'), serialize({ connection, calls: statements.own } satisfies Bare))
const bare = await start(['bench/bare.ts', join(folder, 'bare')])
const ours = await startServer({
  DATABASE_URL: urlOf(connection),
  SECRET_KEY: config.secretKey.toString(),
  PORT: '0',
})

console.log('| call | ours, a second | bare | ratio | p50, p99 | CPU of node and PostgreSQL | statements |')
console.log('|---|---|---|---|---|---|---|')
for (const call of calls) {
  for (const address of [ours.address, bare.address]) await load(address, call, token, 0.5, connections) // warms up
  const rounds: { ours: Load; bare: Load; node: number; postgres: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    const before = [cpuOf(ours.process.pid!), await cpuOfBackends()] as const
    const answered = await load(ours.address, call, token, seconds, connections)
    const node = (cpuOf(ours.process.pid!) - before[0]) / answered.count
    const postgres = ((await cpuOfBackends()) - before[1]) / answered.count
    rounds.push({ ours: answered, bare: await load(bare.address, call, token, seconds, connections), node, postgres })
  }
  const middle = (figure: (round: (typeof rounds)[number]) => number) =>
    rounds.map(figure).toSorted((one, other) => one - other)[Math.floor(turns / 2)]!
  const cells = [
    call.name,
    middle((round) => round.ours.perSecond).toFixed(0),
    middle((round) => round.bare.perSecond).toFixed(0),
    middle((round) => round.ours.perSecond / round.bare.perSecond).toFixed(2),
    `${middle((round) => round.ours.p50).toFixed(1)}, ${middle((round) => round.ours.p99).toFixed(1)} ms`,
    `${middle((round) => round.node).toFixed(2)} + ${middle((round) => round.postgres).toFixed(2)} ms`,
    statements.sent[keyOf(call)],
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

await stopServer(bare)
await stopServer(ours)
await stop()
process.exit()

/** @returns the calls that screens make most, of one member, who is signed in by `token` */
async function hotCalls() {
  const claims = await inEveryTeam(database, async (db) => {
    const user = await db.selectFrom('users').select(['id', 'team_id']).orderBy('email').executeTakeFirstOrThrow()
    const session = { team_id: user.team_id, id: crypto.randomUUID(), user_id: user.id, refresh_hash: Buffer.alloc(32) }
    await db
      .insertInto('sessions')
      .values({ ...session, signed_in_at: new Date(), used_at: new Date() })
      .execute()
    return { sub: user.id, team: user.team_id, sid: session.id }
  })
  const { report, insight } = await inEveryTeam(database, async (db) => {
    const own = (table: 'reports' | 'insights') =>
      db
        .selectFrom(table)
        .select('id')
        .where('user_id', '=', claims.sub)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    return { report: (await own('reports')).id, insight: (await own('insights')).id }
  })
  const month = today.slice(0, 8)
  const draft = { report_date: today, yesterday_work: '設計'.repeat(100), today_plan: '実装'.repeat(100), issues: '' }
  const calls: Call[] = [
    { name: 'a day of 100 reports', method: 'GET', path: `/daily-reports?report_date=${today}&limit=100&offset=0` },
    { name: 'me', method: 'GET', path: '/users/me' },
    { name: 'my latest report', method: 'GET', path: '/daily-reports/my/latest' },
    { name: 'days with reports', method: 'GET', path: `/daily-reports/days?from=${month}01&to=${month}28` },
    { name: 'insights', method: 'GET', path: `/insights/?since=${month}01&limit=100&offset=0` },
    { name: 'activity', method: 'GET', path: '/activity?limit=30' },
    { name: 'dashboard', method: 'GET', path: '/dashboard' },
    { name: 'stats', method: 'GET', path: '/dashboard/stats' },
    { name: '100 members', method: 'GET', path: '/users/?limit=100&offset=0' },
    { name: 'saving a report', method: 'PUT', path: `/daily-reports/${report}`, body: draft },
    { name: 'a like', method: 'POST', path: `/insights/${insight}/like` },
  ]
  return { token: await signAccessToken(deriveKey(config.secretKey, 'access token'), claims, new Date()), calls }
}

/** What each call sends to the database: how much in all, and which of it is its own and not its session's or transaction's. */
async function statementsOf(calls: Call[]) {
  const recorded: { text: string; values: unknown[] }[] = []
  const { query } = pg.Client.prototype
  // Every way of asking goes through here, whoever asks.
  pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    recorded.push(typeof asked === 'string' ? { text: asked, values: values ?? [] } : { values: [], ...asked })
    return Reflect.apply(query, this, given) as unknown
  } as typeof query
  const app = await buildApp({ config, database, now: () => new Date() })
  const sent: Record<string, number> = {}
  const own: Bare['calls'] = {}
  for (const call of calls) {
    const answer = async () => {
      recorded.length = 0
      const { method, path, body } = call
      const headers = { authorization: `Bearer ${token}` }
      const given = { method: method as 'GET', url: `/api${path}`, headers, ...(body ? { payload: body } : {}) }
      const { statusCode, payload } = await app.inject(given)
      if (statusCode >= 300) throw new Error(`${call.name}: ${statusCode} ${payload}`)
    }
    await answer() // notes that the session is used
    await answer()
    sent[keyOf(call)] = recorded.length
    own[keyOf(call)] = recorded
      .filter(({ text }) => !/^\s*(?:begin|commit|select set_config)/u.test(text))
      .slice(1) // the first asks for the session
      .map(({ text, values }) => ({ text, values }))
  }
  pg.Client.prototype.query = query
  await app.close()
  return { sent, own }
}

function keyOf({ method, path }: Call) {
  return `${method} /api${path}`
}

/** The parent of whatever process answers. */
async function postmasterPid() {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
  return Number((await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')[1])
}

/** Milliseconds that PostgreSQL's processes have used, those that have ended too. */
async function cpuOfBackends() {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = children.trim().split(' ').map(Number)
  return [postmaster, ...pids].reduce((sum, pid) => sum + cpuOf(pid), 0)
}
