// A program: runs the server in its own process, and measures how long requests block its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'

/**
 * The first message to this process. The process answers it with its port. It answers each later message with the
 * measurement since the previous one.
 */
export type Start = { config: Config; secretKey: string; connection: object; now: string }

/**
 * A measurement. `longestMs`: the longest block of the event loop. `during`: the `x-case` header of the request at that
 * time.
 */
export type Measured = { longestMs: number; during: string }

const resolutionMs = 1 // milliseconds between two samples
const delays = monitorEventLoopDelay({ resolution: resolutionMs })

/**
 * On a busy machine, other programs delay the event loop, too. So CPU time is measured as well, and the shorter of both
 * times counts.
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
