import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { nodeOptions } from '../cli/supervise.mjs'

/** Returns the `DATABASE_URL` for a database on a socket. */
export const urlOf = ({ user, password, database, host }: pg.PoolConfig) =>
  `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${encodeURIComponent(host!)}`

export type RunningServer = { address: string; process: ChildProcess; seconds: number; output: string[] }

export function startServer(environment: Record<string, string>): Promise<RunningServer> {
  return start([...nodeOptions, 'server/main.ts'], { LOG_LEVEL: 'silent', ...environment })
}

/** Starts a program and waits for the line with its address. @throws with the output if the program ends before */
export async function start(program: string[], environment: Record<string, string> = {}): Promise<RunningServer> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A failure must not leave a server running.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const output: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line))
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      const found = /ready at (\S+)/u.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output.join('\n')}`)))
  })
  return { address, process: child, seconds: (performance.now() - startedAt) / 1_000, output }
}

/** Stops the server as Ctrl-C does, and waits for its end. */
export async function stopServer({ process: child }: RunningServer): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}
