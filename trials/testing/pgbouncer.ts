import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseAccount } from '#server/db/embedded/account.ts'

const program = '/usr/sbin/pgbouncer'
const connections = 4 // fewer than a server opens, so that connections share them
const keepsStatements = 1.21

/** @param settings the handbook's settings @throws if PgBouncer is not installed */
export async function startPooler(
  folder: string,
  settings: string,
  { port, postgres }: { port: number; postgres: number },
) {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0]!
  const file = join(folder, 'pgbouncer.ini')
  const known = Number(/\d+\.\d+/u.exec(version)![0]) >= keepsStatements
  writeFileSync(
    file,
    `[databases]
asakai = host=127.0.0.1 port=${postgres} user=asakai pool_size=${connections}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
${known ? settings : settings.replace(/^max_prepared_statements.*$/mu, '')}`,
  )
  const account = await databaseAccount()
  let pooler: ChildProcess
  const start = async () => {
    pooler = spawn(program, ['--quiet', file], { stdio: 'ignore', cwd: '/', ...account })
    while (!(await answers(port))) {
      if (pooler.exitCode !== null) throw new Error(`PgBouncer ended with ${pooler.exitCode}.`)
      await wait(20)
    }
  }
  const stop = async (signal: 'SIGINT' | 'SIGKILL') => {
    pooler.kill(signal)
    await once(pooler, 'exit')
  }
  process.once('exit', () => pooler.kill('SIGKILL'))
  await start()
  return {
    version,
    stop,
    async restart(signal: 'SIGINT' | 'SIGKILL') {
      await stop(signal)
      await start()
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.unref().on('connect', () => socket.destroy())
  })
