import type { ChildProcess } from 'node:child_process'
import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '#server/config/environment.ts'
import type { Cluster } from './cluster.ts'
import { reasonIn } from './reason.ts'
import { hasEnded, type ListenAddress, startPostmaster, stopPostmaster, untilReady } from './postmaster.ts'

const pause = 200 // milliseconds between two attempts to start
const attempts = 50
const roomLeast = 17 * 1_024 * 1_024 // bytes; PostgreSQL writes its log in files of 16 MiB

/**
 * Starts PostgreSQL and starts it again whenever it ends, until it is stopped.
 * @param say one line for what an operator should know
 * @param interruption gives up a start that is under way, and leaves no process
 */
export async function supervise(
  cluster: Cluster,
  place: ListenAddress,
  { say, interruption }: { say: (line: string) => void; interruption: AbortSignal },
) {
  let stopping = false
  let child = await startReady(cluster, place, interruption)
  let restarting = Promise.resolve()

  const watch = () => {
    child.once('exit', () => {
      if (stopping) return
      say('The database stopped unexpectedly. Restarting it …')
      restarting = restart().catch((error: unknown) => {
        if (interruption.aborted) return
        say(`The database cannot be restarted: ${error instanceof Error ? error.message : String(error)}`)
        process.exitCode = 1
        process.kill(process.pid, 'SIGTERM')
      })
    })
  }
  const restart = async () => {
    child = await startReady(cluster, place, interruption)
    watch()
    say('The database runs again.')
  }
  watch()

  return {
    stop: async () => {
      stopping = true
      await restarting
      await stop(child, cluster)
    },
  }
}

/** Retries the start. Processes of a killed PostgreSQL may still hold its shared memory until they end. */
async function startReady(cluster: Cluster, place: ListenAddress, interruption: AbortSignal): Promise<ChildProcess> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const child = await startPostmaster(cluster, place)
    try {
      if (await untilReady(cluster, place, child, interruption)) return child
    } catch (error) {
      await stop(child, cluster)
      throw error
    }
    await wait(pause)
  }
  const { bavail, bsize } = await statfs(cluster.folder)
  if (bavail * bsize < roomLeast)
    throw new ConfigError(
      `The disk of ${cluster.folder} is full, so PostgreSQL does not start. Free some space, then start Asakai again.`,
    )
  const log = join(cluster.folder, 'start.log')
  const said = await readFile(log, 'utf8').catch(() => '')
  throw new ConfigError(`PostgreSQL does not start: ${reasonIn(said)} (${log})`)
}

async function stop(child: ChildProcess, { folder }: Cluster) {
  if (child.pid !== undefined && !hasEnded(child)) await stopPostmaster(child.pid, folder)
}
