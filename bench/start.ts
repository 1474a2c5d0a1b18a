// How long the server takes to its address, on an empty data folder and on one that is there. After install and build.
// node bench/start.ts
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, stopServer } from './server.ts'

const limits = { first: 10, later: 3 } // seconds
const laterStarts = 5

const folder = await mkdtemp(join(tmpdir(), 'asakai-start-'))
await chmod(folder, 0o711) // root's PostgreSQL runs as another account, and keeps its data here all the same
const environment = { DATA_DIR: join(folder, 'data'), PORT: '0' }
const once = async () => {
  const server = await startServer(environment)
  await stopServer(server)
  return server.seconds
}
const first = await once()
const later: number[] = []
for (let start = 0; start < laterStarts; start++) later.push(await once())
await rm(folder, { recursive: true, force: true })

const slowest = Math.max(...later)
console.log(`first start  ${first.toFixed(2)} s (limit ${limits.first} s)`)
console.log(`later starts ${later.map((seconds) => seconds.toFixed(2)).join(', ')} s (limit ${limits.later} s)`)
process.exitCode = first <= limits.first && slowest <= limits.later ? 0 : 1
