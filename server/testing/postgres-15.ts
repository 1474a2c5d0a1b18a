import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseAccount } from '#server/db/embedded/account.ts'
import { postgresBinaries } from '#server/db/embedded/binaries.ts'
import { listenAddressOf, sharedFolder } from '#server/db/embedded/locations.ts'
import { superuser } from '#server/db/embedded/postmaster.ts'
import { supervise } from '#server/db/embedded/supervision.ts'
import { afterwards } from './afterwards.ts'

/** The package exists only for this platform. */
export const hasPostgres15 = process.platform === 'linux' && process.arch === 'x64'

const { signal } = new AbortController()

/** Starts the oldest supported PostgreSQL with an empty database. Stops after the test file. */
export async function startPostgres15(): Promise<pg.ClientConfig & { folder: string; stop: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'asakai-postgres-15-'))
  await chmod(home, 0o711)
  const account = await databaseAccount()
  const { folder: binaries } = await postgresBinaries(account, sharedFolder, 'postgres-15')
  const folder = join(home, 'postgres')
  const password = 'of a test'
  const passwordFile = join(home, 'password')
  await writeFile(passwordFile, password)
  await mkdir(folder, { mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
  const options = ['--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=scram-sha-256']
  await promisify(execFile)(
    join(binaries, 'bin', 'initdb'),
    [...options, `--pgdata=${folder}`, `--pwfile=${passwordFile}`],
    {
      cwd: binaries,
      ...account,
    },
  )
  // Disables TCP, because another server may use the default port.
  await appendFile(join(folder, 'postgresql.conf'), "listen_addresses = ''\n")
  const cluster = { binaries, folder, account, password }
  const place = await listenAddressOf(folder, account)
  const running = await supervise(cluster, place, { say: () => {}, interruption: signal })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= running.stop())
  afterwards(() => stop().then(() => rm(home, { recursive: true, force: true })))
  const client = new pg.Client(superuser(cluster, place))
  await client.connect()
  await client.query(`create role asakai login password '${cluster.password}'`)
  await client.query('create database asakai owner asakai')
  await client.end()
  return { ...superuser(cluster, place, 'asakai'), user: 'asakai', folder, stop }
}
