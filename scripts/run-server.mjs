// Plain JavaScript for Node 20, as install.mjs.
import { build } from './build.mjs'
import { install, pinnedNode, root } from './install.mjs'
import { run } from './run.mjs'

/**
 * Installs and builds what is missing, then runs a server until it ends, and ends as it did.
 * @param {string} file the server's, from the root of the repository
 * @param {'product' | 'demo'} [pages] which it serves; none where it makes them itself
 */
export function runServer(file, pages) {
  const parent = process.ppid
  try {
    install()
    if (pages) build(pages)
    process.chdir(root)
    run(pinnedNode, file, parent)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
