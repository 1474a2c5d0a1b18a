// Plain JavaScript for Node 20, as install.mjs.
import { build } from './build.mjs'
import { install, pinnedNode, root } from './install.mjs'
import { run } from './run.mjs'
import { starters } from './starters.mjs'

/**
 * Installs and builds what is missing, then runs a server until it ends, and ends as it did.
 * @param {string} file the server's, from the root of the repository
 * @param {Parameters<typeof build>[0][]} parts what it needs built
 * @param {{ restarts: boolean }} [options] whether it is started again after a crash
 */
export function runServer(file, parts, options) {
  const startedBy = starters()
  try {
    install()
    for (const part of parts) build(part)
    process.chdir(root)
    run(pinnedNode, file, startedBy, options)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
