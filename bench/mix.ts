// Measures the response times on a morning of 2,000 members in 20 teams. A fifth of the members have a screen with an
// open event stream. All members together make `perSecond` calls a second, seven reads for each write. Run with:
// node bench/mix.ts [seconds]
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { morningOf } from './calls.ts'
import { everybody } from './everybody.ts'
import { figure } from './figure.ts'
import { startFilled, today } from './filled.ts'
import type { Call } from './load.ts'

const seconds = Number(process.argv[2] ?? 20)
const learning = 3 // seconds of warm-up, which are not counted
const size = { teams: 20, members: 100, days: 60 }
const perSecond = 100 // calls a second; each of the 2,000 members makes one every 20 seconds
const most = 100 // milliseconds

const { address, connection, config, stop } = await startFilled(size)
const people = (await everybody(connection, config, today)).map(({ token, calls }) => ({
  token,
  morning: morningOf(calls),
}))
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
await Promise.all(people.slice(0, people.length / 5).map(({ token }) => listen(token)))

const waits: number[] = []
const sent: Promise<void>[] = []
const began = performance.now()
for (let number = 0; number < (learning + seconds) * perSecond; number++) {
  await setTimeout(Math.max(0, began + (number * 1_000) / perSecond - performance.now()))
  // Chooses another member for each call, and the calls of a morning in turn.
  const { token, morning } = people[(number * 7) % people.length]!
  sent.push(ask(token, morning[number % morning.length]!))
}
await Promise.all(sent)
waits.sort((one, other) => one - other)
const [p50, p99] = [0.5, 0.99].map((share) => waits[Math.floor((waits.length - 1) * share)]!) as [number, number]
console.log(`${waits.length} calls, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`)
figure({
  name: `a morning of 2,000 members, ${perSecond} calls a second, p99`,
  goal: `under ${most} ms`,
  value: `${p99.toFixed(1)} ms`,
  holds: p99 < most,
})
agent.destroy()
await stop()
process.exit()

/** Opens an event stream, and resolves with its first heartbeat. */
function listen(token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${address}/api/events`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.once('data', () => resolve()).resume()
      answer.on('error', () => {}) // `agent.destroy` ends the stream with an error
    }).on('error', reject)
  })
}

async function ask(token: string, { name, method, path, body }: Call) {
  const asked = performance.now()
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body && { body: JSON.stringify(body()) }),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  if (asked - began > learning * 1_000) waits.push(performance.now() - asked)
}
