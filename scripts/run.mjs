// Runs a server, of a clone or of a release. Plain JavaScript for Node 20, as install.mjs.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * What a server's Node is started with: room for what is young (MB), half of what V8 takes by itself, for which a busy server
 * holds less; and `gc`, with which it gives back what its start has left (docs/performance.md).
 */
export const nodeOptions = ['--max-semi-space-size=8', '--expose-gc']

/**
 * In this process's place, so that nothing stays beside the server; where Node or the system cannot do that, as its child.
 * @param {string} node
 * @param {string} file
 * @param {number} parent who started this process; lost meanwhile, nothing is run
 */
export function run(node, file, parent) {
  const isByNpm = process.env['npm_lifecycle_event'] && process.platform !== 'win32'
  if (isByNpm && process.ppid !== parent) return
  const watches = isByNpm ? [`${new URL('end-with-shell.mjs', import.meta.url)}?parent=${parent}`] : []
  if (process.execve && process.platform !== 'win32')
    process.execve(node, [node, ...nodeOptions, ...watches.flatMap((watch) => ['--import', watch]), file])

  const server = spawn(node, [...nodeOptions, file], { stdio: 'inherit' })
  // Nothing here ends before the server has closed in order. Ctrl-C in a terminal reaches the server by itself as well;
  // it does not mind being asked twice.
  process.on('SIGINT', () => server.kill('SIGINT'))
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  process.on('SIGHUP', () => server.kill('SIGTERM'))
  for (const watch of watches) void import(watch)
  server.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exitCode = 1
  })
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}
