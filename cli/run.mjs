// Runs a server of a clone or of a release. Plain JavaScript for Node 20, because a release contains this file
// unchanged, and launch.mjs imports it before the pinned Node is installed.
import { fileURLToPath } from 'node:url'
import { starters } from './starters.mjs'
import { nodeOptions, supervise } from './supervise.mjs'

/**
 * Runs a server in place of this process, or as its child if Node or the system cannot replace it. With `restarts` a
 * supervisor replaces this process instead, and restarts the server after a crash.
 * @param {string} node
 * @param {string} file
 * @param {number[]} startedBy the result of `starters` at the start; if one of these processes has ended, no server is
 * run
 * @param {{ restarts: boolean }} options
 */
export function run(node, file, startedBy, { restarts } = { restarts: false }) {
  const isByNpm = process.env['npm_lifecycle_event'] && process.platform !== 'win32'
  const pids = startedBy.join()
  if (isByNpm && starters().join() !== pids) return
  const watches = isByNpm ? [`${new URL('end-with-starters.mjs', import.meta.url)}?pids=${pids}`] : []
  if (process.execve && process.platform !== 'win32') {
    const imports = watches.flatMap((watch) => ['--import', watch])
    const words = restarts ? [fileURLToPath(new URL('supervise.mjs', import.meta.url)), file] : [file]
    process.execve(node, [node, ...(restarts ? [] : nodeOptions), ...imports, ...words])
  }
  supervise(node, file, { restarts })
  for (const watch of watches) void import(watch)
}
