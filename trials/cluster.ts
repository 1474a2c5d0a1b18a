// Kills the workers of a Citus cluster in turn (kill -9) while 24 members write. Members must be asked to try again,
// the server must not need a restart, and every acknowledged write must exist once.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { distribute } from '#server/db/cluster/distribute.ts'
import { hasCluster, port, startCluster } from '../tools/test/cluster.mjs'
import { conclude, inFolder } from './testing/trial.ts'
import { writeThrough } from './testing/write-through.ts'

const kills = 4
const away = 2_000 // milliseconds between the end of a worker and its next start

if (!hasCluster) {
  console.log('Not tried: CLUSTER_TOOLS names no cluster (CONTRIBUTING.md).')
  process.exit()
}

await inFolder('cluster', async (folder) => {
  const cluster = startCluster()
  process.once('exit', cluster.stop)
  const connection = { host: '127.0.0.1', port, user: 'asakai', database: 'asakai' }
  await distribute(
    connection,
    async () => true,
    () => {},
  )
  const recoveries: number[] = [] // seconds
  const { said, conclusions } = await writeThrough(folder, port, async ({ writers }) => {
    for (let kill = 0; kill < kills; kill++) {
      await writers.written(3)
      process.kill(await postmaster(join(cluster.folder, String(1 + (kill % 2)))), 'SIGKILL')
      await wait(away)
      const startedAt = performance.now()
      await startAgain(cluster.start)
      await writers.written()
      recoveries.push((performance.now() - startedAt) / 1_000)
    }
    return recoveries
  })
  conclude(
    `${kills} kills of a worker, ${said}; everybody wrote again ${Math.max(...recoveries).toFixed(1)} s after it was back at most`,
    conclusions,
  )
})

/** Repeats a start that fails: a process of the killed worker may hold its shared memory for a moment longer. */
async function startAgain(start: () => void) {
  for (let attempt = 1; ; attempt++) {
    try {
      return start()
    } catch (error) {
      if (attempt === 20) throw error
      await wait(500)
    }
  }
}

async function postmaster(data: string): Promise<number> {
  return Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10)
}
