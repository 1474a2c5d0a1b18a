import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkBackup } from '#server/db/backup/restore.ts'
import { repeatedTasks } from '#server/jobs/tasks.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { firstTeam, team } from '#server/testing/team.ts'
import { backUpAtNight } from './operations.ts'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'asakai-nightly-'))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const inTokyo = (time: string) => new Date(`${time}+09:00`)

test('the nightly job makes a backup, keeps the configured number and does not touch other files', async () => {
  const folder = join(newFolder(), 'made', 'by-itself')
  const { app, clock } = await team({ backups: { folder, keep: 2 }, now: inTokyo('2026-11-20T03:17:00') })
  await backUpAtNight(app.services)
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  writeFileSync(join(folder, 'asakai-20261119T181700Z.backup.part'), 'of a killed one')
  for (const day of ['21', '22']) {
    clock.now = inTokyo(`2026-11-${day}T03:17:00`)
    await backUpAtNight(app.services)
    clock.now = inTokyo(`2026-11-${day}T04:17:00`)
    await backUpAtNight(app.services)
  }

  expect(readdirSync(folder).sort()).toEqual([
    'asakai-20261120T181700Z.backup',
    'asakai-20261121T181700Z.backup',
    'notes.txt',
  ])
  const { header } = await checkBackup(join(folder, 'asakai-20261121T181700Z.backup'))
  expect(header.taken_at).toBe('2026-11-21T18:17:00.000Z')
})

test('the newest backup’s age is a metric, and shown to administrators only', async () => {
  const backups = { folder: newFolder(), keep: 2 }
  const { app, clock, member } = await firstTeam({ backups, now: inTokyo('2026-11-20T03:17:00') })
  const administrator = await member('佐伯')
  const other = await member('早川')
  const age = async () =>
    /^asakai_backup_age_seconds (.+)$/mu.exec((await app.inject({ url: '/api/metrics' })).body)?.[1]
  const backup = async () => (await administrator.get('/team/backup')).body

  expect([await age(), await backup()]).toEqual(['+Inf', { nightly: true, newest_at: null }])

  await backUpAtNight(app.services)
  clock.now = inTokyo('2026-11-20T03:18:40')

  expect([await age(), await backup()]).toEqual(['100', { nightly: true, newest_at: '2026-11-19T18:17:00.000Z' }])
  expect(await other.get('/team/backup')).toMatchObject({ status: 403, body: { code: 'admins_only' } })
})

test('the nightly job makes no backup if no folder is configured', async () => {
  const { app, member } = await firstTeam()
  await backUpAtNight(app.services)

  expect((await (await member()).get('/team/backup')).body).toEqual({ nightly: false, newest_at: null })
  expect((await app.inject({ url: '/api/metrics' })).body).not.toContain('asakai_backup_age_seconds')
  expect(repeatedTasks(app.services).map(({ task }) => task)).not.toContain('backup')
})

test('the nightly backup job fails and is counted if the folder is not writable', async () => {
  const file = join(newFolder(), 'a-file')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  const { app } = await team({ backups: { folder: join(file, 'below'), keep: 2 } })

  await expect(backUpAtNight(app.services)).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect((await app.inject({ url: '/api/metrics' })).body).toContain('asakai_events_total{event="backup_failed"} 1')
})
