import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupName } from '#server/db/backup/folder.ts'
import { backupsCheck } from './backups.ts'
import { linesOf, newFolder } from './check.fixture.ts'
import { dataFolderCheck, freeSpaceFinding } from './folder.ts'

const now = new Date('2026-11-22T12:00:00Z')

test('`asakai check` finds out whether the data folder is writable, and leaves no file', async () => {
  const folder = newFolder()
  expect((await linesOf(dataFolderCheck, { DATA_DIR: folder }))[0]).toBe(`ok: ${folder} is writable.`)
  expect((await linesOf(dataFolderCheck, { DATA_DIR: join(folder, 'to', 'come') }))[0]).toMatch(/^ok/u)
  expect(readdirSync(folder)).toEqual([])
})

test('`asakai check` reports a file at the path of the data folder', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(await linesOf(dataFolderCheck, { DATA_DIR: file })).toEqual([
    `wrong: DATA_DIR ${file} is a file. Set DATA_DIR to a folder.`,
  ])
  expect(await linesOf(dataFolderCheck, { DATA_DIR: file, DATABASE_URL: 'postgres://db/asakai' })).toEqual([
    'off: Not used, because DATABASE_URL is set.',
  ])
})

test('`asakai check` reports a data folder that has files of another program', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'email.txt'), '')
  expect(await linesOf(dataFolderCheck, { DATA_DIR: folder })).toEqual([
    `wrong: DATA_DIR ${folder} has files that are not Asakai’s (email.txt). Set DATA_DIR to an empty folder, or to a data folder of Asakai.`,
  ])
})

test.each([
  [{ bsize: 4_096, blocks: 1_000_000, bfree: 900_000, bavail: 900_000 }, 'ok'],
  [{ bsize: 4_096, blocks: 10_000_000, bfree: 900_000, bavail: 900_000 }, 'wrong'],
  [{ bsize: 4_096, blocks: 1_000_000, bfree: 900_000, bavail: 200_000 }, 'wrong'],
])('`asakai check` reports a disk with the statistics %j as %s', (disk, is) => {
  expect(freeSpaceFinding(disk, 'DATA_DIR')).toMatchObject({ is })
})

test('`asakai check` accepts a backup of last night, and reports an older one as wrong', async () => {
  const BACKUP_DIR = newFolder()
  const first = async (BACKUP_DIR: string) => (await linesOf(backupsCheck, { BACKUP_DIR }, { now: () => now }))[0]
  const make = (time: string) => writeFileSync(join(BACKUP_DIR, backupName(new Date(time))), '')

  expect(await first(BACKUP_DIR)).toMatch(/^wrong: .* has no backup yet/u)
  make('2026-11-20T12:00:00Z')
  expect(await first(BACKUP_DIR)).toBe(
    `wrong: The newest backup in ${BACKUP_DIR} is 48 hours old. Search the log for backup_failed.`,
  )
  make('2026-11-21T18:00:00Z')
  expect(await first(BACKUP_DIR)).toBe(`ok: The newest backup in ${BACKUP_DIR} is 18 hours old.`)

  mkdirSync(join(BACKUP_DIR, 'below'))
  writeFileSync(join(BACKUP_DIR, 'below', 'file'), '')
  expect(await first(join(BACKUP_DIR, 'below', 'file'))).toMatch(/^wrong: BACKUP_DIR .* is not writable: ENOTDIR/u)
  expect(await first('')).toMatch(/^off: /u)
})
