// Measures the time between the response to a saved report and its arrival on the open screens of a team of 100. The
// screens are on two servers that share a database. Also measures the response time. Run with:
// node bench/live.ts [reports]
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { everybody } from './everybody.ts'
import { figure } from './figure.ts'
import { startFilled, today } from './filled.ts'
import { startServer, stopServer, urlOf } from './server.ts'

const listeners = 100
const most = 100 // milliseconds that feel immediate
const lossTimeoutMs = 5_000 // milliseconds after which an event counts as lost
const rounds = Number(process.argv[2] ?? 20)

const one = await startFilled({ teams: 1, members: listeners, days: 20 })
const other = await startServer({
  DATABASE_URL: urlOf(one.connection),
  SECRET_KEY: one.config.secretKey.toString(),
  PORT: '0',
})
const people = await everybody(one.connection, one.config, today)
const [writer] = people
const save = writer!.calls.find(({ method }) => method === 'PUT')!

/** The times at which listeners were notified of the report that is being saved. */
let heard: number[] = []
let hasEverybodyHeard = () => {}
const streams = await Promise.all(people.map(({ token }, index) => listen([one, other][index % 2]!.address, token)))

const acknowledged: number[] = []
const waits: number[] = []
for (let round = 0; round < rounds; round++) {
  heard = []
  const everybodyHears = new Promise<void>((resolve, reject) => {
    hasEverybodyHeard = resolve
    setTimeout(() => reject(new Error(`${heard.length} of ${listeners} have heard of it`)), lossTimeoutMs).unref()
  })
  const startedAt = performance.now()
  const [acknowledgedAt] = await Promise.all([saved(round), everybodyHears])
  acknowledged.push(acknowledgedAt - startedAt)
  waits.push(...heard.map((heardAt) => heardAt - acknowledgedAt))
}
const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
const summaryOf = (values: number[]) =>
  `median ${at(values, 0.5).toFixed(1)} ms, 99 % ${at(values, 0.99).toFixed(1)} ms, most ${at(values, 1).toFixed(1)} ms`
console.log(`${listeners} listeners on 2 servers, ${rounds} reports`)
console.log(`acknowledged: ${summaryOf(acknowledged)}`)
console.log(`heard after the acknowledgement: ${summaryOf(waits)}`)
figure({
  name: 'open screens hear of a report after it is acknowledged, p99',
  goal: `under ${most} ms`,
  value: `${at(waits, 0.99).toFixed(1)} ms`,
  holds: at(waits, 0.99) < most,
})

for (const stream of streams) stream.abort()
await stopServer(other)
await one.stop()
process.exit()

/** Saves a report. @returns the time at which the response arrived */
async function saved(round: number): Promise<number> {
  const { status } = await fetch(`${one.address}/api${save.path}`, {
    method: save.method,
    headers: { authorization: `Bearer ${writer!.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...(save.body!() as object), today_plan: `実装 ${round}` }),
  })
  if (status !== 200) throw new Error(`saving a report: ${status}`)
  return performance.now()
}

async function listen(address: string, token: string) {
  const controller = new AbortController()
  const response = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  })
  const events = response
    .body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
  const read = async () => {
    for await (const { data } of events)
      if (data.includes('report') && heard.push(performance.now()) === listeners) hasEverybodyHeard()
  }
  read().catch(() => {}) // rejects when the caller aborts the request
  return controller
}
