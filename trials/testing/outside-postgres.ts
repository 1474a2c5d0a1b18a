import { execFile, spawnSync } from 'node:child_process'
import { chown, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseAccount } from '#server/db/embedded/account.ts'
import { freePort } from '#server/testing/free-port.ts'

const run = promisify(execFile)

export type OutsidePostgres = Awaited<ReturnType<typeof serve>>

/**
 * Starts Debian's PostgreSQL on a port of the loopback interface, with an empty database that an ordinary role owns.
 * @param environment further variables, such as a shifted clock
 */
export async function startPostgres(
  folder: string,
  environment: Record<string, string> = {},
): Promise<OutsidePostgres> {
  const data = await ownedFolder(folder)
  await asAccount('initdb', [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--encoding=UTF8'])
  const postgres = await serve(data, await freePort(), environment)
  await postgres.ask('create role asakai login')
  await postgres.ask('create database asakai owner asakai')
  return postgres
}

/** Starts a synchronous streaming replica: from now on, every commit of the primary waits for the replica. */
export async function startReplica(folder: string, primary: OutsidePostgres): Promise<OutsidePostgres> {
  const data = await ownedFolder(folder)
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=replica`
  await asAccount('pg_basebackup', [
    `--pgdata=${data}`,
    `--dbname=${from}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
  ])
  const replica = await serve(data, await freePort(), {})
  await primary.ask("alter system set synchronous_standby_names = 'replica'")
  await primary.ask('select pg_reload_conf()')
  return replica
}

async function serve(data: string, port: number, environment: Record<string, string>) {
  const options = `-p ${port} -k ${data} -c listen_addresses=127.0.0.1`
  const control = (...words: string[]) => asAccount('pg_ctl', [...words, '--pgdata', data, '--wait'], environment)
  const start = () => control('start', '--log', join(data, 'trial.log'), '--options', options)
  await start()
  const binaries = await binariesFolder()
  const account = await databaseAccount()
  // A failure must not leave a database running.
  const end = () =>
    void spawnSync(join(binaries, 'pg_ctl'), ['stop', '--pgdata', data, '--mode=immediate'], { cwd: '/', ...account })
  process.once('exit', end)
  return {
    port,
    data,
    start,
    /** Stops PostgreSQL. `fast` ends every connection first, `immediate` is like a crash. */
    stop: (mode: 'fast' | 'immediate') => control('stop', `--mode=${mode}`),
    promote: () => control('promote'),
    /** Runs a statement as the superuser. */
    async ask(statement: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(statement)).rows
      } finally {
        await client.end()
      }
    },
  }
}

async function ownedFolder(folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o700 })
  const account = await databaseAccount()
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}

/** Runs a program under PostgreSQL's account. Discards its output: what `pg_ctl` starts would keep a pipe open. */
async function asAccount(program: string, words: string[], environment: Record<string, string> = {}): Promise<void> {
  const command = [join(await binariesFolder(), program), ...words].map((word) => `'${word}'`).join(' ')
  await run('sh', ['-c', `${command} >/dev/null </dev/null`], {
    cwd: '/',
    env: { ...process.env, ...environment },
    ...(await databaseAccount()),
  })
}

/** Returns the programs of the newest installed version. @throws if there is none */
async function binariesFolder(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const newest = versions.sort((one, other) => Number(one) - Number(other)).at(-1)
  if (!newest) throw new Error("This trial needs PostgreSQL's programs: install Debian's package postgresql.")
  return join('/usr/lib/postgresql', newest, 'bin')
}
