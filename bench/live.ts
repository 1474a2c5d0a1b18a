// How long after a report is acknowledged the open screens of a team hear of it, for a team of 100 on two servers that
// share a database, beside the time that the acknowledgement itself takes. Run with: node bench/live.ts [reports]
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { signUp } from '../e2e/members.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { startNewDatabase } from '../server/testing/embedded-database.ts'
import { figure } from './figure.ts'

const listeners = 100
const most = 100 // milliseconds, within which it seems at once
const rounds = Number(process.argv[2] ?? 20)

const { connection, folder, stop } = await startNewDatabase('asakai-live-')
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
const servers = await Promise.all(
  [1, 2].map(async () => {
    const database = openDatabase(connection, () => {})
    const app = await buildApp({ config, database, now: () => new Date() })
    return { app, database, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
  }),
)
const writer = await signUp({}, servers[0]!.url)

/** When each listener last heard of a report, in milliseconds. */
const heard: number[] = []
const streams = await Promise.all(Array.from({ length: listeners }, (_, index) => listen(index)))

const acknowledged: number[] = []
const waits: number[] = []
for (let round = 0; round < rounds; round++) {
  heard.length = 0
  const startedAt = performance.now()
  await writer.report({ report_date: new Date(Date.now() - round * 86_400_000).toISOString().slice(0, 10) })
  const done = performance.now()
  acknowledged.push(done - startedAt)
  while (heard.filter(Boolean).length < listeners) await new Promise((resolve) => setTimeout(resolve, 1))
  for (const at of heard) waits.push(at - done)
}
const middle = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
const told = (values: number[]) =>
  `median ${middle(values, 0.5).toFixed(1)} ms, 99 % ${middle(values, 0.99).toFixed(1)} ms, most ${middle(values, 1).toFixed(1)} ms`
console.log(`${listeners} listeners on 2 servers, ${rounds} reports`)
console.log(`acknowledged: ${told(acknowledged)}`)
console.log(`heard after the acknowledgement: ${told(waits)}`)
const latest = middle(waits, 0.99)
figure({
  name: 'open screens hear of a report after it is acknowledged, p99',
  goal: `under ${most} ms`,
  value: `${latest.toFixed(1)} ms`,
  holds: latest < most,
})

for (const stream of streams) stream.abort()
for (const { app, database } of servers) {
  await app.close()
  await database.destroy()
}
await stop()

async function listen(index: number) {
  const controller = new AbortController()
  const response = await fetch(`${servers[index % 2]!.url}/api/events`, {
    headers: { authorization: `Bearer ${writer.tokens.access_token}` },
    signal: controller.signal,
  })
  const events = response
    .body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
  const read = async () => {
    for await (const { data } of events) if (data.includes('report')) heard[index] = performance.now()
  }
  read().catch(() => {}) // ended below
  return controller
}
