// How long the server takes to its address, on an empty data folder and on one that is there, and what it holds when nobody
// asks anything. After install and build.
// node bench/start.ts
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { figure } from './figure.ts'
import { memoryOf } from './load.ts'
import { startServer, stopServer } from './server.ts'

const limits = { first: 10, later: 3 } // seconds
const laterStarts = 5
const settles = 3_000 // milliseconds, after which a server is idle
const mostResident = 110 // megabytes

const folder = await mkdtemp(join(tmpdir(), 'asakai-start-'))
await chmod(folder, 0o711) // root's PostgreSQL runs as another account, and keeps its data here all the same
const environment = { DATA_DIR: join(folder, 'data'), PORT: '0' }
const resident: number[] = []
const once = async () => {
  const server = await startServer(environment)
  await setTimeout(settles)
  resident.push(memoryOf(server.process.pid!))
  await stopServer(server)
  return server.seconds
}
const first = await once()
const later: number[] = []
for (let start = 0; start < laterStarts; start++) later.push(await once())
await rm(folder, { recursive: true, force: true })

console.log(`later starts ${later.map((seconds) => seconds.toFixed(2)).join(', ')} s`)
for (const [name, seconds, most] of [
  ['the first start', first, limits.first],
  ['the slowest of five later starts', Math.max(...later), limits.later],
] as const)
  figure({ name, goal: `at most ${most} s`, value: `${seconds.toFixed(2)} s`, holds: seconds <= most })

const most = Math.max(...resident)
figure({
  name: 'memory of an idle server',
  goal: `under ${mostResident} MB`,
  value: `${most.toFixed(0)} MB`,
  holds: most < mostResident,
})
