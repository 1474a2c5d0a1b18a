// Compares the most frequent calls on one PostgreSQL and on a Citus cluster (a coordinator and two workers) with the
// same rows. The one PostgreSQL is the coordinator, before the database is distributed. Needs root on Debian for amd64.
// CLUSTER_TOOLS names a folder with the commands citus-up and citus-down (CONTRIBUTING.md). Run with:
// node bench/cluster.ts [seconds a call]
import { readConfig } from '#server/config/config.ts'
import { distribute } from '#server/db/cluster/distribute.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { askNodes, joinNodes } from '#server/testing/nodes.ts'
import { port, startCluster } from '../tools/test/cluster.mjs'
import { hotCalls } from './calls.ts'
import { today } from './filled.ts'
import { type Call, load, type Load } from './load.ts'
import { seed } from './seed.ts'
import { startServer, stopServer } from './server.ts'

const seconds = Number(process.argv[2] ?? 3)
const connections = 16
const size = { teams: 10, members: 100, days: 250 }
const config = readConfig({ SECRET_KEY: 'a key of the bench, of more than thirty-two bytes', LOG_LEVEL: 'silent' })

const cluster = startCluster()
process.once('exit', cluster.stop)
process.once('SIGTERM', () => process.exit(1))
const ports = [port, port + 1, port + 2]
const connection = { host: '127.0.0.1', port, user: 'asakai', password: 'asakai', database: 'bench' }
await askNodes({ ...connection, database: 'postgres' }, ports, ['create database bench owner asakai'])
await migrate(connection)
const database = openDatabase({ ...connection, max: 1 }, () => {})
await seed(database, size, today)
const { token, calls } = await hotCalls(database, config, today)
await database.destroy()

const plain = await measure(calls)
await joinNodes(connection, ports)
await distribute(
  connection,
  async () => true,
  () => {},
)
const distributed = await measure(calls)

console.log('| call | one PostgreSQL, a second | two workers | p50, p99 of each |')
console.log('|---|---|---|---|')
for (const [at, { name }] of calls.entries()) {
  const [one, two] = [plain[at]!, distributed[at]!]
  const times = ({ p50, p99 }: Load) => `${p50.toFixed(1)}, ${p99.toFixed(1)} ms`
  console.log(`| ${name} | ${one.perSecond.toFixed(0)} | ${two.perSecond.toFixed(0)} | ${times(one)}; ${times(two)} |`)
}
process.exit()

async function measure(these: readonly Call[]): Promise<Load[]> {
  const { user, password, host } = connection
  const server = await startServer({
    DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/bench`,
    SECRET_KEY: config.secretKey.toString(),
    PORT: '0',
  })
  const measured: Load[] = []
  // Runs each call before the measurement, because new code is slow until V8 has optimised it.
  for (const call of these) await load(server.address, call, token, 1, connections)
  for (const call of these) measured.push(await load(server.address, call, token, seconds, connections))
  await stopServer(server)
  return measured
}
