// npm run test:cluster: the API's tests on a Citus cluster, a coordinator and two workers on this machine. As root on Debian, for
// amd64; CLUSTER_TOOLS names a folder with the commands citus-up and citus-down. `npm run test:cluster -- reports` runs those
// with such a name. Plain JavaScript for Node 20, as install.mjs.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { environment } from './commands.mjs'
import { install, root } from './install.mjs'

const port = 6_430
const tools = process.env['CLUSTER_TOOLS']
if (!tools) {
  console.error('CLUSTER_TOOLS must name a folder with the commands citus-up and citus-down (CONTRIBUTING.md).')
  process.exit(1)
}
install()
const folder = mkdtempSync(join(tmpdir(), 'asakai-cluster-'))
chmodSync(folder, 0o711) // its nodes run as another account
const run = (name, ...words) =>
  spawnSync(name, words, { cwd: root, stdio: 'inherit', env: { ...environment, CLUSTER_PORT: String(port) } }).status
const cluster = join(folder, 'cluster')
try {
  process.exitCode =
    run(join(tools, 'citus-up'), cluster, String(port)) ||
    run('vitest', 'run', '-c', 'vitest.cluster.config.ts', ...process.argv.slice(2))
} finally {
  run(join(tools, 'citus-down'), cluster)
  rmSync(folder, { recursive: true, force: true })
}
