// Compares two server processes on one database with one process, in turns. The number of callers is the same, half of
// them at each process. Run with: node bench/processes.ts [seconds a turn]
import { morningOf } from './calls.ts'
import { everybody } from './everybody.ts'
import { figure } from './figure.ts'
import { middle, startFilled, today } from './filled.ts'
import { type Asker, type Call, loadOf } from './load.ts'
import { startServer, stopServer, urlOf } from './server.ts'

const seconds = Number(process.argv[2] ?? 3)
const learning = 10 // seconds of warm-up, which are not counted
const turns = 13
const connections = 16
const morning = "a morning's calls"
const compared = [morning, 'a day of 100 reports', 'me', 'saving a report']

const one = await startFilled({ teams: 10, members: 100, days: 250 })
const other = await startServer({
  DATABASE_URL: urlOf(one.connection),
  SECRET_KEY: one.config.secretKey.toString(),
  PORT: '0',
})
const people = (await everybody(one.connection, one.config, today)).slice(0, connections)
/** Returns the responses a second of the server at this address. */
const alone = async (address: string, askers: readonly Asker[]) => (await loadOf(address, askers, seconds)).perSecond
async function together(askers: readonly Asker[], forSeconds = seconds) {
  const half = askers.length / 2
  const both = await Promise.all([
    loadOf(one.address, askers.slice(0, half), forSeconds),
    loadOf(other.address, askers.slice(half), forSeconds),
  ])
  return both[0].perSecond + both[1].perSecond
}

/** Returns a caller's calls with that name. On a mixed morning, each caller starts at another call. */
function callsNamed(name: string, calls: readonly Call[], nth: number): Call[] {
  if (name !== morning) return calls.filter((call) => call.name === name)
  const all = morningOf(calls)
  const first = Math.floor((nth * all.length) / connections)
  return [...all.slice(first), ...all.slice(0, first)]
}

for (const name of compared) {
  const askers = people.map(({ token, calls }, nth) => ({ token, calls: callsNamed(name, calls, nth) }))
  // Makes the calls on both processes before the measurement, because new code is slow until V8 has optimised it.
  await together(askers, learning)
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    // Two turns measure the first process alone, the next two turns the second one. Every other turn measures the
    // single process before both processes, the other turns after both. So neither warm-up nor a change of the
    // machine's speed favours one side.
    const { address } = turn % 4 < 2 ? one : other
    const before = turn % 2 === 0 ? await alone(address, askers) : undefined
    const both = await together(askers)
    const single = before ?? (await alone(address, askers))
    ratios.push(both / single)
    console.log(`${name}: ${single.toFixed(0)} a second alone, ${both.toFixed(0)} together`)
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
