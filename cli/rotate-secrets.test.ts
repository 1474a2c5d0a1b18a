import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { requireSameKey } from '#server/access/keys/key-fingerprint.ts'
import { openKeyring } from '#server/access/keys/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { answerBefore, answering, withWriteKey } from '#server/access/idempotency.ts'
import { readConfig } from '#server/config/config.ts'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { requireSecret } from '#server/access/provider-secrets/operations.ts'
import { inDatabaseOf } from '#server/testing/embedded-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'asakai-reseal-'))
chmodSync(folder, 0o711) // if root runs this, PostgreSQL runs as another user and must be able to enter the folder
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const member = { teamId: newId(), userId: newId() }
const services = (database: Database) => {
  const { secretKey, previousSecretKey } = readConfig({ DATA_DIR: folder })
  return { database, keyring: openKeyring(secretKey, previousSecretKey), now: () => new Date() }
}

const answerOf = (body: unknown) => ({ status: 200, headers: {}, body: String(body) })
/** Returns the scope of a request with an idempotency key, on a server with the current secrets. */
const asked = (database: Database, sent: string) =>
  // Idempotency keys need only the team's id and the member's id of a scope.
  withWriteKey(services(database), member as Scope, { key: 'a key', sent, answerOf })
/** Runs a write that returns a new id. @throws AnsweredBefore if the key has a stored response */
const write = (database: Database, sent: string) =>
  withTeamTransaction(database, answering(asked(database, sent)), async () => newId())

const rotate = (dataDir = folder) =>
  spawnSync(process.execPath, ['cli/rotate-secrets.ts'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
    },
    encoding: 'utf8',
  })

test('the command rotate-secrets encrypts the stored secrets with a new key', { timeout: 60_000 }, async () => {
  const secret = { domain: 'hinode.atlassian.net', apiToken: 'token' }
  const keyFile = join(folder, 'secret-key')
  let written = ''
  await inDatabaseOf(folder, async (database) => {
    await database.insertInto('teams').values({ id: member.teamId, name: 'ひので', time_zone: 'Asia/Tokyo' }).execute()
    await withTeamTransaction(database, member, async (db) => {
      const names = {
        first_name: '美咲',
        family_name: '佐伯',
        preferred_name: '',
        email: 'a@example.com',
        email_key: 'a@example.com',
      }
      await db
        .insertInto('users')
        .values({ team_id: member.teamId, id: member.userId, ...names })
        .execute()
      const jira = { provider: 'jira', account: 'hinode', subject: null, secret } as const
      await saveConnection(services(database), db, member, jira)
    })
    written = await write(database, 'ひので')
    const whileRunning = rotate()
    expect(whileRunning).toMatchObject({ status: 1, stderr: expect.stringContaining('Stop Asakai first') })
  })
  await inDatabaseOf(folder, (database) => requireSameKey(database, readConfig({ DATA_DIR: folder })))
  const before = readFileSync(keyFile, 'utf8')

  expect(rotate()).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Secrets encrypted with the current key: 1.\n'),
  })

  expect(readFileSync(keyFile, 'utf8')).not.toBe(before)
  expect(existsSync(join(folder, 'secret-key-previous'))).toBe(false)
  await inDatabaseOf(folder, (database) => requireSameKey(database, readConfig({ DATA_DIR: folder })))
  await inDatabaseOf(folder, async (database) => {
    expect(await answerBefore({ database }, asked(database, 'ひので').writeKey)).toMatchObject({ body: written })
    await expect(write(database, 'ゆうひ')).rejects.toMatchObject({ code: 'key_reused' })
  })
  const grant = await inDatabaseOf(folder, (database) =>
    requireSecret({ ...services(database), logEvent: () => {} }, member, 'jira'),
  )
  expect(grant).toEqual({ account: 'hinode', subject: null, secret })
})

test('the command rotate-secrets reports a missing database in DATA_DIR, and creates no database or key', () => {
  const nowhere = join(folder, 'none')
  expect(rotate(nowhere)).toMatchObject({ status: 1, stderr: expect.stringContaining(`DATA_DIR ${nowhere}. Check`) })
  expect(existsSync(nowhere)).toBe(false)
})
