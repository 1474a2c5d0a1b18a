// Runs a Citus cluster on this machine: a coordinator and two workers, on a port and the next two. Needs root on Debian
// for amd64. CLUSTER_TOOLS names a folder with the commands citus-up and citus-down (CONTRIBUTING.md). Plain JavaScript
// for Node 20, because it runs in the process of launch.mjs.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const port = 6_430
const tools = process.env['CLUSTER_TOOLS']
export const hasCluster = Boolean(tools)

/**
 * @returns {{ folder: string, start: () => void, stop: () => void }} `folder` has the nodes' data in 0, 1 and 2;
 * `start` restarts stopped nodes; `stop` removes everything
 */
export function startCluster() {
  if (!tools)
    throw new Error('CLUSTER_TOOLS must name a folder with the commands citus-up and citus-down (CONTRIBUTING.md).')
  const own = mkdtempSync(join(tmpdir(), 'asakai-cluster-'))
  chmodSync(own, 0o711) // the nodes run as another user, who must be able to enter
  const folder = join(own, 'nodes')
  // Discards the output of the commands, because the started nodes would keep a pipe open.
  const run = (name, ...words) => execFileSync(join(tools, name), [folder, ...words], { stdio: 'ignore' })
  const start = () => void run('citus-up', String(port))
  const stop = () => {
    try {
      run('citus-down')
    } catch {
      // Nodes that did not start, or were killed, cannot be stopped.
    }
    rmSync(own, { recursive: true, force: true })
  }
  try {
    start()
  } catch (error) {
    stop()
    throw error
  }
  return { folder, start, stop }
}
