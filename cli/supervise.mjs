// Runs a server as a child process and, for npm start, restarts it after a crash. Plain JavaScript for Node 20, because
// a release contains this file unchanged, and launch.mjs imports it before the pinned Node is installed.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Node's options for a server. The room for young objects (MB) is half of V8's default, so that a busy server holds less
 * memory.
 */
export const nodeOptions = ['--max-semi-space-size=8']

const firstDelayMs = 1_000
const longestDelayMs = 60_000
const stableMs = 60_000
const wrongSettings = 78 // the exit code of server/main.ts
/**
 * The signals by which somebody stops the server on purpose. The server handles these signals, so one of them ends the
 * server directly only before the handlers are installed.
 */
const deliberateSignals = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Returns how long to wait before the server is started again.
 * @param {number} lastMs the delay before its last start, 0 for its first start
 * @param {number} ranMs how long the server ran after that start
 */
export const nextDelay = (lastMs, ranMs) =>
  lastMs === 0 || ranMs >= stableMs ? firstDelayMs : Math.min(2 * lastMs, longestDelayMs)

/**
 * Returns whether to start the server again after this end. If the start failed with a message to the operator, the
 * next start would fail, too. If the server was ready before, the cause may be temporary.
 * @param {{ code: number | null, signal: string | null, wasReady: boolean }} end
 */
export const isCrash = ({ code, signal, wasReady }) =>
  signal ? !deliberateSignals.has(signal) : code >= 128 || (wasReady && code !== 0 && code !== wrongSettings)

/**
 * Runs the server until it ends, and ends with its exit code. Passes on the signals that ask it to end.
 * @param {string} node
 * @param {string} file
 * @param {{ restarts: boolean }} options whether a crashed server is started again
 */
export function supervise(node, file, { restarts }) {
  let server
  let waiting
  let isEnding = false
  let wasReady = false
  let delayMs = 0

  const start = () => {
    const startedAt = performance.now()
    // The server reports on the channel `ipc` that it is ready. If this process is killed, the channel closes, and the
    // server ends.
    server = spawn(node, [...nodeOptions, file], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    server.on('message', () => (wasReady = true))
    server.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`)
      process.exitCode = 1
    })
    server.on('exit', (code, signal) => {
      process.exitCode = code ?? 128 + constants.signals[signal]
      if (!restarts || isEnding || !isCrash({ code, signal, wasReady })) return
      delayMs = nextDelay(delayMs, performance.now() - startedAt)
      console.error(
        `Asakai ended unexpectedly (${signal ?? `exit code ${code}`}). Starting it again in ${delayMs / 1_000} s …`,
      )
      waiting = setTimeout(start, delayMs)
    })
  }
  // Ctrl-C in a terminal also reaches the server directly. The server ignores the second signal.
  for (const [asked, passedOn] of [
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGHUP', 'SIGTERM'],
  ])
    process.on(asked, () => {
      isEnding = true
      clearTimeout(waiting)
      server.kill(passedOn)
    })
  start()
}

if (import.meta.main) supervise(process.execPath, process.argv[2], { restarts: true })
