// node tools/launch.mjs cluster-tests: runs the API tests on a Citus cluster (cluster.mjs). A word, such as `reports`, runs
// only the files with that word in their names. Plain JavaScript for Node 20, because it runs in the process of launch.mjs.
import { spawnSync } from 'node:child_process'
import { port, startCluster } from './cluster.mjs'
import { environment } from '../run-command.mjs'
import { root } from '../install.mjs'

const cluster = startCluster()
try {
  const words = ['run', '-c', 'vitest.cluster.config.ts', ...process.argv.slice(2)]
  const env = { ...environment, CLUSTER_PORT: String(port) }
  process.exitCode = spawnSync('vitest', words, { cwd: root, stdio: 'inherit', env }).status ?? 1
} finally {
  cluster.stop()
}
