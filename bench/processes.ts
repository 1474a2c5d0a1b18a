// Two server processes on one database beside one alone: as many connections, half of them to each. In turns. Run with:
// node bench/processes.ts [seconds a turn]
import { figure } from './figure.ts'
import { middle, startFilled } from './filled.ts'
import { type Call, load } from './load.ts'
import { startServer, stopServer, urlOf } from './server.ts'

const seconds = Number(process.argv[2] ?? 3)
const turns = 3
const connections = 16
const compared = new Set(['a day of 100 reports', 'me', 'saving a report'])

const one = await startFilled({ teams: 10, members: 100, days: 250 })
const other = await startServer({
  DATABASE_URL: urlOf(one.connection),
  SECRET_KEY: one.config.secretKey.toString(),
  PORT: '0',
})
const ask = (address: string, call: Call, share: number) => load(address, call, one.token, seconds, connections * share)
/** Answers a second. */
const alone = async (call: Call) => (await ask(one.address, call, 1)).perSecond
const together = async (call: Call) => {
  const both = await Promise.all([one, other].map(({ address }) => ask(address, call, 1 / 2)))
  return both[0]!.perSecond + both[1]!.perSecond
}

for (const call of one.calls.filter(({ name }) => compared.has(name))) {
  // Both have learned the call's code before it counts.
  await together(call)
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const [first, both] = [await alone(call), await together(call)]
    ratios.push(both / first)
    console.log(`${call.name}: ${first.toFixed(0)} a second alone, ${both.toFixed(0)} together`)
  }
  const ratio = middle(ratios)
  figure({
    name: `${call.name}, two processes beside one`,
    goal: 'at least 1',
    value: ratio.toFixed(2),
    holds: ratio >= 1,
  })
}

await stopServer(other)
await one.stop()
process.exit()
