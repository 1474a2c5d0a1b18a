import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** A call. `body` is called for each request. */
export type Call = { name: string; method: string; path: string; body?: () => unknown }
/** A result. `perSecond` counts responses; the times are the median and the 99th percentile in milliseconds. */
export type Load = { count: number; perSecond: number; p50: number; p99: number }

/** Repeats one call on this many connections. @throws if a response reports a failure */
export const load = (address: string, call: Call, token: string, seconds: number, connections: number): Promise<Load> =>
  loadOf(
    address,
    Array.from({ length: connections }, () => ({ calls: [call], token })),
    seconds,
  )

export type Asker = { calls: readonly Call[]; token: string }

/** Repeats the calls of several callers. Each caller makes its calls in turn, on a connection of its own. */
export async function loadOf(address: string, askers: readonly Asker[], seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: askers.length })
  const times: number[] = []
  const startedAt = performance.now()
  const client = async ({ calls, token }: Asker) => {
    const asks = calls.map((call) => asking(agent, address, call, token))
    for (let asked = startedAt, turn = 0; asked - startedAt < seconds * 1_000; turn++) {
      await asks[turn % asks.length]!()
      const now = performance.now()
      times.push(now - asked)
      asked = now
    }
  }
  await Promise.all(askers.map(client))
  const took = (performance.now() - startedAt) / 1_000
  agent.destroy()
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]!
  return { count: times.length, perSecond: times.length / took, p50: at(0.5), p99: at(0.99) }
}

function asking(agent: Agent, address: string, call: Call, token: string) {
  return () =>
    new Promise<void>((resolve, reject) => {
      const body = call.body && JSON.stringify(call.body())
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const sent = request(`${address}/api${call.path}`, { agent, method: call.method, headers }, (answer) => {
        if (answer.statusCode! >= 300) reject(new Error(`${call.name}: ${answer.statusCode}`))
        answer.resume().on('end', resolve).on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

const ticks = 10 // milliseconds of a tick in /proc, on every Linux

/** Returns the milliseconds of CPU used by a process and its ended child processes. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * ticks
}

/**
 * Returns the megabytes of memory of a process, without its child processes. Shared memory counts by its share (PSS).
 */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!
  return Number(kilobytes) / 1_024
}
