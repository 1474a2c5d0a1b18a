// Every hot call beside the least that a server can do: `node:http` and `pg`, which send the call's own statements and check
// nothing. Both on one database, in turns. Run with: node bench/limit.ts [seconds a turn]
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { startNewDatabase } from '#server/testing/embedded-database.ts'
import type { Bare } from './bare.ts'
import { hotCalls, isWork, type Statement, statementsOf } from './calls.ts'
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
const { token, calls } = await hotCalls(database, config, today)
const sent = await statementsOf({ config, database, now: () => new Date() }, token, calls)
const postmaster = await postmasterPid()
await database.destroy()

const own = Object.fromEntries(calls.map((call) => [keyOf(call), ownOf(sent[call.name]!)]))
await writeFile(join(folder, 'bare'), serialize({ connection, calls: own } satisfies Bare))
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
    sent[call.name]!.length,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

await stopServer(bare)
await stopServer(ours)
await stop()
process.exit()

/** Those that are the call's: the first asks for the session. */
function ownOf(statements: readonly Statement[]) {
  return statements.filter(isWork).slice(1)
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
