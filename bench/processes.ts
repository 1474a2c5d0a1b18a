// Two server processes on one database beside one alone: as many members who ask, half of them at each. In turns.
// Run with: node bench/processes.ts [seconds a turn]
import { everybody } from './everybody.ts'
import { figure } from './figure.ts'
import { middle, startFilled, today } from './filled.ts'
import { type Asker, loadOf } from './load.ts'
import { startServer, stopServer, urlOf } from './server.ts'

const seconds = Number(process.argv[2] ?? 3)
const learning = 10 // seconds
const turns = 5
const connections = 16
const compared = ['a day of 100 reports', 'me', 'saving a report']

const one = await startFilled({ teams: 10, members: 100, days: 250 })
const other = await startServer({
  DATABASE_URL: urlOf(one.connection),
  SECRET_KEY: one.config.secretKey.toString(),
  PORT: '0',
})
const people = (await everybody(one.connection, one.config, today)).slice(0, connections)
/** Answers a second. */
const alone = async (askers: readonly Asker[]) => (await loadOf(one.address, askers, seconds)).perSecond
async function together(askers: readonly Asker[], forSeconds = seconds) {
  const half = askers.length / 2
  const both = await Promise.all([
    loadOf(one.address, askers.slice(0, half), forSeconds),
    loadOf(other.address, askers.slice(half), forSeconds),
  ])
  return both[0].perSecond + both[1].perSecond
}

for (const name of compared) {
  const askers = people.map(({ token, calls }) => ({ token, call: calls.find((call) => call.name === name)! }))
  // Before it counts both have learned the call's code, as well as they will: else the one that is alone in turns is ahead.
  await together(askers, learning)
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const [first, both] = [await alone(askers), await together(askers)]
    ratios.push(both / first)
    console.log(`${name}: ${first.toFixed(0)} a second alone, ${both.toFixed(0)} together`)
  }
  const ratio = middle(ratios)
  figure({
    name: `${name}, two processes beside one`,
    goal: 'at least 1',
    value: ratio.toFixed(2),
    holds: ratio >= 1,
  })
}

await stopServer(other)
await one.stop()
process.exit()
