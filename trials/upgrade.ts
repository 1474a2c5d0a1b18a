// Upgrades two servers of the previous version, behind HAProxy, while members write. Runs the migrations with
// `migrate`, and replaces one server after the other. Then starts the previous servers again, with the migrated
// database. No request may fail. The previous version is the commit UPGRADE_FROM, or else the commit before the two
// newest migrations.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningServer, start, stopServer } from '../bench/server.ts'
import { nodeOptions } from '../cli/supervise.mjs'
import { freePort } from '../server/testing/free-port.ts'
import { startProxy } from './testing/haproxy.ts'
import { startPostgres } from './testing/outside-postgres.ts'
import { settingsOn } from './testing/settings.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { openWriters } from './testing/writers.ts'

const members = 8

await inFolder('upgrade', async (folder) => {
  const from = process.env['UPGRADE_FROM'] ?? commitBefore(2)
  const versions = { before: unpack(from, join(folder, 'before')), this: resolve('.') }
  const postgres = await startPostgres(join(folder, 'postgres'))
  const settings = {
    DATA_DIR: join(folder, 'data'),
    ...settingsOn(postgres),
    LOG_LEVEL: 'silent',
  }
  const ports = [await freePort(), await freePort()]
  const serve = (version: keyof typeof versions, port: number) =>
    start([...nodeOptions, join(versions[version], 'server/main.ts')], { ...settings, PORT: String(port) })
  const servers = await Promise.all(ports.map((port) => serve('before', port)))
  const entry = await freePort()
  const proxy = await startProxy(folder, entry, ports)
  const writers = await openWriters(members, () => `http://127.0.0.1:${entry}`)
  writers.start()
  await writers.written()

  const said = execFileSync(process.execPath, ['cli/migrate.ts'], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  })
  await writers.written()
  for (const version of ['this', 'before'] as const)
    for (const [index, port] of ports.entries()) {
      await stopServer(servers[index]!)
      servers[index] = await serve(version, port)
      await wait(3_000) // until HAProxy has checked the new server twice
      await writers.written()
    }
  await writers.stop()

  const { acknowledged, lost, doubled } = await writers.compare()
  const { unanswered, unexpected, longestSilence } = writers.figures()
  proxy.kill('SIGTERM')
  await Promise.all(servers.map((server: RunningServer) => stopServer(server)))
  await postgres.stop('fast')
  conclude(
    `${from.slice(0, 7)} to this version and back, ${said.match(/^ {2}\d/gmu)?.length ?? 0} migrations, 2 servers, ${members} writers: ${acknowledged} acknowledged, ` +
      `${unanswered} requests failed, ${lost} lost, ${doubled} doubled; nobody heard anything for ${longestSilence.toFixed(1)} s at most`,
    {
      'there is something to migrate': said.includes('Waiting'),
      'no request failed': unanswered === 0,
      'every acknowledged report is there': lost === 0 && acknowledged > 0,
      'none is there twice': doubled === 0,
      [`no other answers than 201, but ${JSON.stringify(unexpected)}`]: Object.keys(unexpected).length === 0,
    },
  )
})

/** Returns the commit before the newest migrations were added, this many of them. */
function commitBefore(migrations: number): string {
  const words = [
    'log',
    '--diff-filter=A',
    '--format=%H',
    `--max-count=${migrations}`,
    '--',
    'server/db/schema/migrations',
  ]
  const added = git(...words)
    .trim()
    .split('\n')
    .at(-1)!
  return git('rev-parse', `${added}~1`).trim()
}

/** Unpacks the version of a commit. It uses the packages of the current version, which must be installed already. */
function unpack(commit: string, folder: string): string {
  mkdirSync(folder)
  const archive = join(folder, 'before.tar')
  git('archive', `--output=${archive}`, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

function git(...words: string[]): string {
  return execFileSync('git', words, { encoding: 'utf8' })
}
