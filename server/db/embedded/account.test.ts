import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { nameVariables } from './account.ts'

const canSwitch = process.platform === 'linux' && process.getuid?.() === 0

/** Calls `nameVariables` in a process of an account that has only a number, as `docker run --user 123456:0` does. */
function withoutName(file: string, libraries: string[]): unknown {
  const program = `
    import { nameVariables } from ${JSON.stringify(new URL('account.ts', import.meta.url).href)}
    const done = (value) => console.log(JSON.stringify(value))
    await nameVariables(...${JSON.stringify([file, libraries])}).then(done, (error) => done(error.message))`
  const words = [
    '--reuid=123456',
    '--regid=0',
    '--clear-groups',
    process.execPath,
    '--input-type=module',
    '-e',
    program,
  ]
  return JSON.parse(execFileSync('setpriv', words, { encoding: 'utf8', env: { PATH: process.env['PATH'] } }))
}

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'asakai-account-'))
  chmodSync(folder, 0o777)
  afterwards(() => rmSync(folder, { recursive: true }))
  return join(folder, 'name')
}

test.runIf(canSwitch)('initdb gets a user name for an account that has only a number (E6.02)', () => {
  const file = newFile()
  expect(withoutName(file, ['/nowhere/library.so', process.execPath])).toEqual({
    LD_PRELOAD: process.execPath,
    NSS_WRAPPER_PASSWD: file,
    NSS_WRAPPER_GROUP: '/etc/group',
  })
  expect(readFileSync(file, 'utf8')).toBe('asakai:x:123456:0::/:/usr/sbin/nologin\n')
})

test.runIf(canSwitch)('the start gives one line of advice if no library can provide a user name (E6.02)', () => {
  expect(withoutName(newFile(), [])).toMatch(
    /^The account 123456 has no name on this machine, .* libnss-wrapper, or set DATABASE_URL\.$/u,
  )
})

test('initdb gets no other user name for an account that has a name', async () => {
  expect(await nameVariables('/nowhere/name')).toEqual({})
})
