// Plain JavaScript for Node 20, as install.mjs.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build } from './build.mjs'
import { install, pinnedNode, root } from './install.mjs'

// npm passes SIGTERM to the shell between it and this process, which dies of it and says nothing.
const parent = process.ppid
const isOrphaned = () => process.ppid !== parent && process.env['npm_lifecycle_event'] && process.platform !== 'win32'

/**
 * Installs and builds what is missing, then runs a server until it ends, and ends as it did.
 * @param {string} file the server's, from the root of the repository
 * @param {'product' | 'demo'} pages which it serves
 */
export function runServer(file, pages) {
  try {
    install()
    build(pages)
    if (!isOrphaned()) run(file)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

function run(file) {
  const server = spawn(pinnedNode, [file], { cwd: root, stdio: 'inherit' })
  // Nothing here ends before the server has closed in order. Ctrl-C in a terminal reaches the server by itself as well;
  // it does not mind being asked twice.
  process.on('SIGINT', () => server.kill('SIGINT'))
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  process.on('SIGHUP', () => server.kill('SIGTERM'))
  const looking = setInterval(() => {
    if (!isOrphaned()) return
    clearInterval(looking) // once: a later signal cuts short what the first began
    server.kill('SIGTERM')
  }, 250).unref()
  server.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exitCode = 1
  })
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}
