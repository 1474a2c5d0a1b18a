import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '#server/config/environment.ts'
import type { Cluster } from './cluster.ts'
import { sharedMemory } from './shared-memory.ts'

const startTimeoutMs = 60_000 // milliseconds until PostgreSQL answers, recovery of a large log included
const stoppingMost = 3_000 // milliseconds for a clean shutdown
const step = 25 // milliseconds between two checks
/** Error codes of a PostgreSQL that is starting, recovering or stopping. */
const notYet = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03'])

/** PostgreSQL's address: a socket, or on Windows a port of the loopback interface. */
export type ListenAddress = { socketFolder: string } | { port: number }

export const superuser = (
  cluster: Pick<Cluster, 'password'>,
  place: ListenAddress,
  database = 'postgres',
): pg.ClientConfig => ({
  ...('port' in place ? { host: '127.0.0.1', port: place.port } : { host: place.socketFolder }),
  user: 'postgres',
  password: cluster.password,
  database,
})

/** Starts PostgreSQL in a process group of its own, so that Ctrl-C reaches the server alone and the database ends last. */
export async function startPostmaster(cluster: Cluster, place: ListenAddress): Promise<ChildProcess> {
  const address =
    'port' in place
      ? ['-c', 'listen_addresses=127.0.0.1', '-p', String(place.port)]
      : ['-c', `unix_socket_directories=${quoted(place.socketFolder)}`, '-c', 'unix_socket_permissions=0700']
  const messages = await open(join(cluster.folder, 'start.log'), 'a', 0o600)
  const memory = ['-c', `dynamic_shared_memory_type=${sharedMemory(cluster.account)}`]
  const child = spawn(join(cluster.binaries, 'bin', 'postgres'), ['-D', cluster.folder, ...address, ...memory], {
    cwd: cluster.binaries,
    env: { PATH: process.env['PATH'] ?? '' },
    detached: true,
    stdio: ['ignore', messages.fd, messages.fd],
    ...cluster.account,
  })
  await messages.close()
  stopWithServer(child)
  return child
}

/**
 * Stops PostgreSQL if this process is killed. A shell waits for the end of a pipe, which the system closes when this
 * process ends. Windows has no such shell; there the next start stops a remaining PostgreSQL.
 */
function stopWithServer(child: ChildProcess) {
  if (process.platform === 'win32' || child.pid === undefined) return
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(child.pid)], {
    cwd: '/',
    env: {},
    detached: true, // out of reach of Ctrl-C
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => {}) // without a shell, the next start stops PostgreSQL
  child.once('exit', () => shell.kill('SIGKILL')) // afterwards, the system may give the id to another process
  shell.unref()
  ;(shell.stdin as Socket).unref()
}

/** Quotes a folder for a setting that is a list of folders separated by commas. */
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`

/** Waits until PostgreSQL accepts connections. @returns false if the process ended instead */
export async function untilReady(
  cluster: Cluster,
  place: ListenAddress,
  child: ChildProcess,
  interruption: AbortSignal,
): Promise<boolean> {
  for (let waited = 0; waited < startTimeoutMs; waited += step) {
    interruption.throwIfAborted()
    if (hasEnded(child)) return false
    if (await answers(superuser(cluster, place))) return true
    await wait(step)
  }
  throw new ConfigError(
    `PostgreSQL does not answer after ${startTimeoutMs / 1_000} seconds; see ${join(cluster.folder, 'log')}.`,
  )
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/**
 * Checks whether PostgreSQL accepts connections.
 * @returns false if it is not running yet, or still recovering
 * @throws errors that a retry cannot solve
 */
export async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== undefined && notYet.has(code)) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Finds the process of a PostgreSQL that already runs on this folder, for example after the server was killed.
 * @returns `folder` in the spelling that the process was started with
 */
export async function runningPostmaster(
  folder: string,
): Promise<{ pid: number; folder: string; place: ListenAddress } | undefined> {
  const lockFile = join(folder, 'postmaster.pid')
  // PostgreSQL removes the file as it ends, perhaps at this moment.
  const lines = await readFile(lockFile, 'utf8').catch(() => undefined)
  if (lines === undefined) return undefined
  const [pid, startedOn = '', , port, socketFolder] = lines.split('\n')
  if (!isSameFolder(startedOn, folder) || !(await isRunning(Number(pid), startedOn))) return undefined
  return { pid: Number(pid), folder: startedOn, place: socketFolder ? { socketFolder } : { port: Number(port) } }
}

/**
 * Returns whether the process of `postmaster.pid` uses this folder. A copy of a running server's folder still names the
 * original folder, whose process must not be stopped. A moved folder names its former path, which no longer exists.
 */
function isSameFolder(startedOn: string, folder: string): boolean {
  if (startedOn === folder || !existsSync(startedOn)) return true
  const [one, other] = [statSync(startedOn), statSync(folder)]
  return one.dev === other.dev && one.ino === other.ino
}

/**
 * Returns true if this process is a PostgreSQL on this folder. Linux also reveals a zombie: a process that has ended,
 * but that its parent has not reaped (in a container perhaps never). On other systems, checks only that a process with
 * this number exists.
 */
async function isRunning(pid: number, folder: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const words = commandLine.split('\0')
  return words[words.indexOf('-D') + 1] === folder
}

/** Stops PostgreSQL by a fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster(pid: number, folder: string): Promise<void> {
  signal(pid, 'SIGINT')
  for (let waited = 0; await isRunning(pid, folder); waited += step) {
    if (waited > stoppingMost) signal(pid, 'SIGQUIT') // immediate shutdown; the next start recovers from the log
    if (waited > startTimeoutMs) throw new Error(`PostgreSQL (process ${pid}) does not stop.`)
    await wait(step)
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
