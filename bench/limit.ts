// Measures our most frequent calls. Three of them have a goal, relative to a bare server. The bare server does the
// least work that is possible: `node:http` and `pg` with the best single statement for the call. Both servers use one
// database, in turns. Each connection belongs to another member. Run with: node bench/limit.ts [seconds a turn]
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { Bare } from './bare.ts'
import { everybody } from './everybody.ts'
import { figure } from './figure.ts'
import { middle, startFilled, today } from './filled.ts'
import type { Asker } from './load.ts'
import { start, stopServer } from './server.ts'

const seconds = Number(process.argv[2] ?? 3)
const learning = 3 // seconds of warm-up, which are not counted
const turns = 3
const connections = 16

/** The goal of each call: our responses a second, at least this share of the bare server's. */
const goals: Record<string, number> = { 'a day of 100 reports': 0.6, me: 0.2, 'saving a report': 0.4 }

type Measured = Awaited<ReturnType<typeof ours.measureOf>>
const ours = await startFilled({ teams: 10, members: 100, days: 250 })
const { connection, config, folder, sent } = ours
const people = (await everybody(connection, config, today)).slice(0, connections)
const members = new Map(people.map(({ token, asked }) => [token, asked]))
await writeFile(join(folder, 'bare'), serialize({ connection, members } satisfies Bare))
const bare = await start(['bench/bare.ts', join(folder, 'bare')])
/** Returns each member as a caller who makes only their own call of this name. */
const askersOf = (name: string): Asker[] =>
  people.map(({ token, calls }) => ({ token, calls: calls.filter((call) => call.name === name) }))
const askBare = (name: string, forSeconds: number) => ours.measureOf(askersOf(name), forSeconds, bare)
const askOurs = (name: string, forSeconds: number) => ours.measureOf(askersOf(name), forSeconds)

console.log(
  '| call | ours, a second | bare | ratio | p50, p99 | CPU of node and PostgreSQL | of the bare server | statements |',
)
console.log('|---|---|---|---|---|---|---|---|')
// Runs each call on both servers before the measurement, because new code is slow until V8 has optimised it.
for (const { name } of ours.calls) {
  await askOurs(name, learning)
  if (name in goals) await askBare(name, learning)
}
for (const { name } of ours.calls) {
  const goal = goals[name]
  const [mine, bares]: [Measured[], Measured[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    mine.push(await askOurs(name, seconds))
    if (goal !== undefined) bares.push(await askBare(name, seconds))
  }
  const of = (key: keyof Measured, those = mine) => middle(those.map((each) => each[key]))
  const cpuOf = (those: Measured[]) => `${of('node', those).toFixed(2)} + ${of('postgres', those).toFixed(2)} ms`
  const ratio =
    goal === undefined ? '' : middle(bares.map((each, turn) => mine[turn]!.perSecond / each.perSecond)).toFixed(2)
  const cells = [
    name,
    of('perSecond').toFixed(0),
    goal === undefined ? '' : of('perSecond', bares).toFixed(0),
    ratio,
    `${of('p50').toFixed(1)}, ${of('p99').toFixed(1)} ms`,
    cpuOf(mine),
    goal === undefined ? '' : cpuOf(bares),
    sent[name]!.length,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  if (goal !== undefined)
    figure({
      name: `${name}, beside a bare server`,
      goal: `at least ${goal}`,
      value: ratio,
      holds: Number(ratio) >= goal,
    })
}

await stopServer(bare)
await ours.stop()
process.exit()
