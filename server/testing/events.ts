import type { FastifyInstance } from 'fastify'

type App = Pick<FastifyInstance, 'log'>

/** Hears what the app says to its log from now on, in place of the standard output; its `logLevel` must not be silent. */
export function linesOf({ log }: App): string[] {
  const lines: string[] = []
  const stream = (log as unknown as Record<symbol, { write: (line: string) => void }>)[streamOf(log)]!
  stream.write = (line) => void lines.push(line)
  return lines
}

/** Of those lines the events, without what differs from run to run. */
export function eventsOf(app: App) {
  const lines = linesOf(app)
  return () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event !== undefined)
      .map(({ time: _time, pid: _pid, hostname: _hostname, ...event }) => event)
}

/** Where pino keeps what it writes to. */
const streamOf = (log: object) =>
  Object.getOwnPropertySymbols(log).find((symbol) => symbol.description === 'pino.stream')!
