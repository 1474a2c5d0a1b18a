// Takes backups of 100,000 reports while 16 members write. Each backup must contain every report that was
// acknowledged before it began, a kill -9 must leave no file, and a restore must equal the backup row for row.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer } from '../bench/server.ts'
import { openDatabase, withEveryTeamTransaction } from '../server/db/database.ts'
import { checkBackup } from '../server/db/backup/restore.ts'
import { reachDatabase } from '../server/db/driver/reach.ts'
import { conclude, inFolder } from './testing/trial.ts'
import { openWriters } from './testing/writers.ts'
import { sql } from 'kysely'

const reports = 100_000
const members = 16

await inFolder('backup', async (folder) => {
  const data = (name: string) => ({ DATA_DIR: join(folder, name), PORT: '0' })
  const run = (script: string, words: string[], environment: Record<string, string>) =>
    spawnSync(process.execPath, [`cli/${script}.ts`, ...words], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    })
  const server = await startServer(data('data'))
  const writers = await openWriters(members, () => server.address)
  await fill(join(folder, 'data'))
  writers.start()
  await writers.written()

  const killed = join(folder, 'killed.backup')
  const child = spawn(process.execPath, ['cli/backup.ts', killed], { env: { ...process.env, ...data('data') } })
  while (!existsSync(`${killed}.part`)) await wait(5)
  await wait(200)
  child.kill('SIGKILL')
  await once(child, 'exit')

  const acknowledged = writers.acknowledged()
  const whole = join(folder, 'whole.backup')
  const startedAt = performance.now()
  const backup = run('backup', [whole], data('data'))
  const backupSeconds = (performance.now() - startedAt) / 1_000
  await writers.written()
  await writers.stop()
  const { unexpected } = writers.figures()
  await stopServer(server)

  const restoreBegun = performance.now()
  const restore = run('restore', [whole], data('restored'))
  const restoreSeconds = (performance.now() - restoreBegun) / 1_000
  const again = join(folder, 'again.backup')
  run('backup', [again], data('restored'))
  const [one, other] = [(await checkBackup(whole)).manifest, (await checkBackup(again)).manifest]
  const rows = one.tables.find(({ table }) => table === 'reports')!.rows
  copyFileSync(join(folder, 'data', 'secret-key'), join(folder, 'restored', 'secret-key'))
  const restored = await startServer(data('restored'))
  const kept = await writers.compare(acknowledged, restored.address)
  await stopServer(restored)
  conclude(
    `${rows} reports backed up in ${backupSeconds.toFixed(1)} s (${(statSync(whole).size / 1_000_000).toFixed(1)} MB) while ` +
      `${members} members wrote, restored in ${restoreSeconds.toFixed(1)} s; of ${kept.acknowledged} writes acknowledged ` +
      `before it began ${kept.lost} lost, ${kept.doubled} doubled`,
    {
      [`the backup is written: ${backup.stderr}`]: backup.status === 0,
      [`the restore is done: ${restore.stderr}`]: restore.status === 0,
      'a killed backup leaves no file': !existsSync(killed),
      'every report is in it': rows > reports,
      'what was acknowledged before it began is in it': kept.acknowledged > 0 && kept.lost === 0,
      'nothing is in it twice': kept.doubled === 0,
      'what is restored is what was backed up': JSON.stringify(one.tables) === JSON.stringify(other.tables),
      [`writers met no failure, but ${JSON.stringify(unexpected)}`]: Object.keys(unexpected).length === 0,
    },
  )
})

/** Writes reports for past days that no writer uses. */
async function fill(dataDir: string) {
  const { connection, stop } = await reachDatabase({ dataDir, databaseUrl: undefined }, () => {})
  const database = openDatabase(connection, () => {})
  await withEveryTeamTransaction(database, (db) =>
    sql`
      insert into reports (team_id, id, user_id, report_date, yesterday_work, today_plan, issues)
      select team_id, gen_random_uuid(), id, date '1999-12-31' - day, repeat(md5(day::text), 4), '朝会の準備', ''
      from users, generate_series(1, ${reports / members}::int) as day`.execute(db),
  )
  await database.destroy()
  await stop()
}
