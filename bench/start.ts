// Measures how long the server takes to print its address, with an empty and with an existing data folder. Also measures
// the memory that it uses when idle. Does both in a clone and as a release. Run after install and build with: node
// bench/start.ts
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from '../tools/build/build.mjs'
import { writeManifest } from '../tools/release/manifest.ts'
import { copyProduct } from '../tools/release/product.ts'
import { nodeOptions } from '../cli/supervise.mjs'
import { figure } from './figure.ts'
import { memoryOf } from './load.ts'
import { start, stopServer } from './server.ts'

const limits = { first: 10, later: 3 } // seconds
const laterStarts = 5
const settles = 3_000 // milliseconds after which a started server is idle
const mostResident = 110 // megabytes

const folder = await mkdtemp(join(tmpdir(), 'asakai-start-'))
await chmod(folder, 0o711) // if root runs this, PostgreSQL runs as another user, who must be able to enter the folder
const environment = { DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent' }
const once = async (main: string) => {
  const server = await start([...nodeOptions, main], environment)
  await setTimeout(settles)
  const resident = memoryOf(server.process.pid!)
  await stopServer(server)
  return { seconds: server.seconds, resident }
}
const severalTimes = async (main: string) => {
  const starts = []
  for (let turn = 0; turn < laterStarts; turn++) starts.push(await once(main))
  return starts
}
build('server')
const compiled = '.cache/server/server/main.js' // the file that `npm start` runs
const { seconds: first } = await once(compiled)
const inClone = await severalTimes(compiled)

const release = join(folder, 'release')
copyProduct(release, { dist: 'dist' })
writeManifest(release, new Map())
await symlink(resolve('node_modules'), join(release, 'node_modules'))
const released = await severalTimes(join(release, 'server/main.js'))
await rm(folder, { recursive: true, force: true })

const later = inClone.map(({ seconds }) => seconds)
console.log(`later starts ${later.map((seconds) => seconds.toFixed(2)).join(', ')} s`)
for (const [name, seconds, most] of [
  ['the first start', first, limits.first],
  ['the slowest of five later starts', Math.max(...later), limits.later],
] as const)
  figure({ name, goal: `at most ${most} s`, value: `${seconds.toFixed(2)} s`, holds: seconds <= most })

for (const [what, starts] of [
  ['of a release', released],
  ['in a clone', inClone],
] as const) {
  const most = Math.max(...starts.map(({ resident }) => resident))
  figure({
    name: `memory of an idle server ${what}`,
    goal: `under ${mostResident} MB`,
    value: `${most.toFixed(0)} MB`,
    holds: most < mostResident,
  })
}
