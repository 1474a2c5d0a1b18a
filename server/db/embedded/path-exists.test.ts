import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { pathExists } from './path-exists.ts'
import { dataFolder } from './locations.ts'

const stranger = 65_534 // `nobody`, an account without files of its own
const isRoot = process.getuid?.() === 0

/** Creates a data folder with its database in another folder, which only the owner may enter. */
function closedPlace() {
  const home = mkdtempSync(join(tmpdir(), 'asakai-closed-'))
  afterwards(() => rmSync(home, { recursive: true, force: true }))
  chmodSync(home, 0o755)
  const closed = join(home, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  writeFileSync(join(closed, 'PG_VERSION'), '18\n')
  writeFileSync(join(home, 'database-folder'), `${closed}\n`, { mode: 0o644 })
  return { home, closed }
}

async function asStranger<T>(work: () => T): Promise<Awaited<T>> {
  process.seteuid!(stranger)
  try {
    return await work()
  } finally {
    process.seteuid!(0)
  }
}

test.runIf(isRoot)('a database that the server process cannot read does not count as missing', async () => {
  const { home, closed } = closedPlace()
  expect(await dataFolder(home, undefined)).toBe(closed)
  const refused = asStranger(() => dataFolder(home, undefined))
  await expect(refused).rejects.toThrow(/^The account \S+ cannot read .*closed.PG_VERSION\. /u)
  await expect(refused).rejects.not.toThrow(/empty|remove/u)
})

test.runIf(isRoot)('the start reports a database-folder file that the server process cannot read', async () => {
  const { home } = closedPlace()
  chmodSync(join(home, 'database-folder'), 0o600)
  await expect(asStranger(() => dataFolder(home, undefined))).rejects.toThrow(/^The account \S+ cannot read /u)
})

test('pathExists tells whether a path exists, also below a file', () => {
  const { home, closed } = closedPlace()
  expect([closed, join(home, 'a'), join(home, 'database-folder/a')].map(pathExists)).toEqual([true, false, false])
})
