// npm run test:cluster: runs the API tests on a Citus cluster (cluster.mjs). `npm run test:cluster -- reports` runs
// those with such a name. Plain JavaScript for Node 20, like install.mjs.
import { spawnSync } from 'node:child_process'
import { port, startCluster } from './cluster.mjs'
import { environment } from '../commands.mjs'
import { install, root } from '../install.mjs'

install()
const cluster = startCluster()
try {
  const words = ['run', '-c', 'vitest.cluster.config.ts', ...process.argv.slice(2)]
  const env = { ...environment, CLUSTER_PORT: String(port) }
  process.exitCode = spawnSync('vitest', words, { cwd: root, stdio: 'inherit', env }).status ?? 1
} finally {
  cluster.stop()
}
