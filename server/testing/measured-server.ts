// A program: the server in a process of its own, which finds out how long a request keeps its event loop busy.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'

/** The first message to this process, which answers it with its port. Each later message asks for what was measured since. */
export type Start = { config: Config; secretKey: string; connection: object; now: string }

/** `longestMs`: what the loop was busy for at a time, at most. `during`: the `x-case` of the request that was under way. */
export type Measured = { longestMs: number; during: string }

const resolutionMs = 1 // between two looks
const delays = monitorEventLoopDelay({ resolution: resolutionMs })

/**
 * A busy machine takes the processor away from this process, which also delays the loop. The thread's own time is
 * therefore read at each look, too. The loop was busy for the shorter of both.
 */
let [request, during, longestCpuMs] = ['', '', 0]
let cpu = process.threadCpuUsage()
function look() {
  const { user, system } = process.threadCpuUsage(cpu)
  cpu = process.threadCpuUsage()
  const cpuMs = (user + system) / 1_000
  if (cpuMs > longestCpuMs) [longestCpuMs, during] = [cpuMs, request]
}

function read(): Measured {
  look()
  const longestMs = Math.min(delays.max / 1e6, longestCpuMs)
  const measured = { longestMs, during }
  delays.reset()
  longestCpuMs = 0
  return measured
}

async function start({ config, secretKey, connection, now }: Start): Promise<number> {
  const app = await buildApp({
    config: { ...config, secretKey: Buffer.from(secretKey, 'hex') },
    database: openDatabase(connection, () => {}),
    now: () => new Date(now),
  })
  app.server.prependListener('request', ({ headers }) => void (request = String(headers['x-case'])))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  delays.enable()
  setInterval(look, resolutionMs)
  return Number(new URL(address).port)
}

process.on('message', (message: Start | 'read') => {
  if (message === 'read') setTimeout(() => process.send!(read()), 2 * resolutionMs)
  else void start(message).then((port) => process.send!(port))
})
