import type { FastifyInstance } from 'fastify'

type App = Pick<FastifyInstance, 'log'>

/** Collects the app's log lines from now on, instead of writing them. The app's `logLevel` must not be `silent`. */
export function linesOf({ log }: App): string[] {
  const lines: string[] = []
  const stream = (log as unknown as Record<symbol, { write: (line: string) => void }>)[streamOf(log)]!
  stream.write = (line) => void lines.push(line)
  return lines
}

/** Returns a function that returns the events among the log lines, without the fields that differ between runs. */
export function eventsOf(app: App) {
  const lines = linesOf(app)
  return () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event !== undefined)
      .map(({ time: _time, pid: _pid, hostname: _hostname, ...event }) => event)
}

/** Returns the symbol under which pino stores its output stream. */
const streamOf = (log: object) =>
  Object.getOwnPropertySymbols(log).find((symbol) => symbol.description === 'pino.stream')!
