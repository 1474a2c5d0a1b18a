import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './environment.ts'
import { requireOwnFolder } from './own-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'asakai-own-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

let folders = 0
/** @param entries file names; a trailing `/` makes a folder */
function folderWith(entries: readonly string[]): string {
  const folder = join(root, `folder-${++folders}`)
  mkdirSync(folder)
  for (const entry of entries)
    if (entry.endsWith('/')) mkdirSync(join(folder, entry))
    else writeFileSync(join(folder, entry), 'k'.repeat(32))
  return folder
}

test.each([
  [['letter.txt']],
  [['Documents/', 'Photos/', '.profile']],
  [['node_modules/', 'package.json', 'src/']],
  [['lost+found/', 'backup.tar']],
  [['lock', 'mail.mbox']],
  [['postgres/', 'redis/']],
])('a data folder with files of other programs is refused: %j', (entries) => {
  const folder = folderWith(entries)
  const start = () => readConfig({ DATA_DIR: folder })
  expect(start).toThrow(`DATA_DIR ${folder} has files that are not Asakai’s`)
  expect(start).toThrow('Set DATA_DIR to an empty folder, or to a data folder of Asakai.')
})

test.each([
  [[]],
  [['lost+found/']],
  [['backups/']],
  [['.bashrc', '.profile']],
  [['secret-key']],
  [['secret-key', 'yesterday.backup']],
  [['database-password', 'lock', 'postgres/', 'postgres-socket/', 'secret-key']],
  [['lock']],
  [['lock', 'postgres/', 'postgresql-18.1.0/', '0123456789ab/']],
])('an empty data folder, or one that Asakai created, is accepted: %j', (entries) => {
  const folder = folderWith(entries)
  expect(readConfig({ DATA_DIR: folder }).dataDir).toBe(folder)
})

test('a data folder that lost its database-password file is accepted', () => {
  const folder = folderWith(['lock', 'postgres/', 'database-password-kept'])
  expect(() => requireOwnFolder(folder)).toThrow(ConfigError)
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18')
  expect(() => requireOwnFolder(folder)).not.toThrow()
})

test('a missing data folder is created', () => {
  const folder = join(root, 'new', 'below')
  expect(readConfig({ DATA_DIR: folder }).dataDir).toBe(folder)
})

test('the error says that DATA_DIR is the folder of another PostgreSQL', () => {
  const folder = folderWith(['PG_VERSION', 'base/', 'global/'])
  expect(() => readConfig({ DATA_DIR: folder })).toThrow(`DATA_DIR ${folder} is the folder of another PostgreSQL.`)
})

test('the error says that DATA_DIR is a file, or inside a file', () => {
  const file = join(folderWith(['notes']), 'notes')
  expect(() => readConfig({ DATA_DIR: file })).toThrow(`DATA_DIR ${file} is a file. Set DATA_DIR to a folder.`)
  expect(() => readConfig({ DATA_DIR: join(file, 'data') })).toThrow('is inside a file. Set DATA_DIR to a folder.')
})

// Root can read every folder.
test.skipIf(process.getuid?.() === 0)('the error says that DATA_DIR cannot be read', () => {
  const folder = folderWith([])
  chmodSync(folder, 0o000)
  expect(() => requireOwnFolder(folder)).toThrow('cannot be read: give it to the account of Asakai.')
  chmodSync(folder, 0o700)
})

test('the error for a folder of another program names at most three of its files', () => {
  const folder = folderWith(['d', 'c', 'b', 'a'])
  expect(() => requireOwnFolder(folder)).toThrow('(a, b, c, …)')
})
