// Every hot call beside the least that a server can do: `node:http` and `pg`, which send the call's own statements and check
// nothing. Both on one database, in turns. Run with: node bench/limit.ts [seconds a turn]
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { Bare } from './bare.ts'
import { filing, isWork, type Statement } from './calls.ts'
import { figure } from './figure.ts'
import { middle, startFilled } from './filled.ts'
import { type Call, load, type Load } from './load.ts'
import { start, stopServer } from './server.ts'

const seconds = Number(process.argv[2] ?? 3)
const learning = 3 // seconds
const turns = 3
const connections = 16

/** At least so many answers for each of the bare server's. */
const goals: Record<string, number> = { 'a day of 100 reports': 0.85, me: 0.5, 'saving a report': 0.5 }

const ours = await startFilled({ teams: 10, members: 100, days: 250 })
const { connection, folder, token, calls, sent } = ours
const own = Object.fromEntries(calls.map((call) => [keyOf(call), ownOf(sent[call.name]!)]))
await writeFile(join(folder, 'bare'), serialize({ connection, calls: own, filed: filedBy() } satisfies Bare))
const bare = await start(['bench/bare.ts', join(folder, 'bare')])
const askBare = (call: Call, forSeconds: number) => load(bare.address, call, token, forSeconds, connections)

console.log('| call | ours, a second | bare | ratio | p50, p99 | CPU of node and PostgreSQL | statements |')
console.log('|---|---|---|---|---|---|---|')
// Else the first would pay for what V8 learns of the code that all run.
for (const call of calls) {
  await ours.measure(call, learning, connections)
  await askBare(call, learning)
}
for (const call of calls) {
  const rounds: { ours: Load & { node: number; postgres: number }; bare: Load }[] = []
  for (let turn = 0; turn < turns; turn++)
    rounds.push({ ours: await ours.measure(call, seconds, connections), bare: await askBare(call, seconds) })
  const of = (value: (round: (typeof rounds)[number]) => number) => middle(rounds.map(value))
  const ratio = of((round) => round.ours.perSecond / round.bare.perSecond)
  const cells = [
    call.name,
    of((round) => round.ours.perSecond).toFixed(0),
    of((round) => round.bare.perSecond).toFixed(0),
    ratio.toFixed(2),
    `${of((round) => round.ours.p50).toFixed(1)}, ${of((round) => round.ours.p99).toFixed(1)} ms`,
    `${of((round) => round.ours.node).toFixed(2)} + ${of((round) => round.ours.postgres).toFixed(2)} ms`,
    sent[call.name]!.length,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  const goal = goals[call.name]
  if (goal !== undefined)
    figure({
      name: `${call.name}, beside a bare server`,
      goal: `at least ${goal}`,
      value: ratio.toFixed(2),
      holds: ratio >= goal,
    })
}

await stopServer(bare)
await ours.stop()
process.exit()

/** Those that are the call's: the first asks for the session. */
function ownOf(statements: readonly Statement[]) {
  return statements.filter(isWork).slice(1)
}

/** Of the ids that are inserted, the report's is the one that `me` does not name: the others are its team's and its author's. */
function filedBy(): Bare['filed'] {
  const known = new Set(sent['me']!.flatMap(({ values }) => values))
  const insert = sent[filing]!.find(({ text }) => text.startsWith('insert into "reports"'))!
  const found = (pattern: RegExp) =>
    insert.values.find((value) => pattern.test(String(value)) && !known.has(value)) as string
  return {
    key: keyOf(calls.find(({ name }) => name === filing)!),
    id: found(/^[\da-f-]{36}$/u),
    day: found(/^\d{4}-\d\d-\d\d$/u),
  }
}

function keyOf({ method, path }: Call) {
  return `${method} /api${path}`
}
