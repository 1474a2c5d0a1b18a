import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { type Place, startPostmaster, stopPostmaster, superuser, untilReady } from './postmaster.ts'

/** Any number; whoever holds it is the server that works on this data. It is gone with its process, however that ends. */
const guardLock = 7_264_190_032
const pause = 200 // milliseconds between two attempts to start
const attempts = 50

/**
 * Starts PostgreSQL and starts it again whenever it ends, until it is stopped.
 * @param say one line for what an operator should know
 */
export async function supervise(cluster: Cluster, place: Place, say: (line: string) => void) {
  let stopping = false
  let child = await startReady(cluster, place)
  let guard = await holdGuard(cluster, place)
  let restarting = Promise.resolve()

  const watch = () => {
    child.once('exit', () => {
      if (stopping) return
      say('The database ended unexpectedly; starting it again …')
      restarting = restart().catch((error: unknown) => {
        say(`The database cannot be started again: ${String(error)}`)
        process.exitCode = 1
        process.kill(process.pid, 'SIGTERM')
      })
    })
  }
  const restart = async () => {
    child = await startReady(cluster, place)
    watch()
    await guard.end().catch(() => {})
    guard = await holdGuard(cluster, place)
    say('The database is back.')
  }
  watch()

  return {
    stop: async () => {
      stopping = true
      await restarting
      await guard.end().catch(() => {})
      if (child.pid !== undefined && child.exitCode === null) await stopPostmaster(child.pid, cluster.folder)
    },
  }
}

/** A start may fail while processes of a killed PostgreSQL still hold its memory; they go by themselves. */
async function startReady(cluster: Cluster, place: Place): Promise<ChildProcess> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const child = await startPostmaster(cluster, place)
    if (await untilReady(cluster, place, child)) return child
    await wait(pause)
  }
  throw new Error(`PostgreSQL does not start; see ${cluster.folder}/start.log`)
}

async function holdGuard(cluster: Cluster, place: Place): Promise<pg.Client> {
  const client = new pg.Client(superuser(cluster, place))
  client.on('error', () => {}) // it ends with PostgreSQL, which `watch` sees
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [guardLock])
  return client
}

/** Whether a server works on the data of this running PostgreSQL; a killed one lets go within a moment. */
export async function isGuarded(cluster: Cluster, place: Place): Promise<boolean> {
  const client = new pg.Client(superuser(cluster, place))
  client.on('error', () => {})
  try {
    await client.connect()
    for (let look = 0; look < 5; look++) {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [guardLock])
      if (rows[0]!.free) return false
      await wait(pause)
    }
    return true
  } catch {
    return false // starting up or going down: nobody works with it
  } finally {
    await client.end().catch(() => {})
  }
}
