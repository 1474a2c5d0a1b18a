import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseFolder } from './build.mjs'

test.each(['/home/会社 #1/asakai/', '/srv/what?/asakai/', '/srv/*/asakai/'])(
  'the build refuses the folder %s',
  (folder) => {
    expect(() => refuseFolder(folder)).toThrow(/^Asakai cannot be built in .*: the name of a folder has ".".*\.$/u)
  },
)

test.each(['/home/会社 100%25/asakai/', 'C:\\Users\\美咲 é\\asakai\\', "/srv/it's (new) & [old]/"])(
  'the build accepts the folder %s',
  (folder) => expect(() => refuseFolder(folder)).not.toThrow(),
)

test('the build explains a forbidden character in its folder’s name in one line', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'asakai-build-')), '会社 #1')
  mkdirSync(folder)
  for (const path of ['cli', 'tools', 'package.json', 'package-lock.json'])
    cpSync(path, join(folder, path), { recursive: true })
  for (const path of ['node_modules', 'web', 'contract', 'locales', 'docs', 'index.html', 'vite.config.ts'])
    symlinkSync(join(process.cwd(), path), join(folder, path))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/launch.mjs', 'start'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  expect(`${stdout}${stderr}`).toMatch(/^Asakai cannot be built in .*\n$/u)
  expect(status).toBe(1)
})
