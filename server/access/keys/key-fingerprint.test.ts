import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { saveKeyFingerprint, requireSameKey } from './key-fingerprint.ts'

const database = await testDatabase()
const [first, second] = [randomBytes(32), randomBytes(32)]
const start = (secretKey: Buffer, previousSecretKey?: Buffer) =>
  requireSameKey(database, { secretKey, previousSecretKey })

test('the server refuses to start with another SECRET_KEY, and says in one line what to do', async () => {
  await Promise.all([start(first), start(first)])
  await start(first)

  await expect(start(second)).rejects.toThrow(
    /^This database belongs to another SECRET_KEY[^\n]+rotate-secrets[^\n]+$/u,
  )
})

test('the server starts with both the new and previous key, later with the new one alone', async () => {
  await start(second, first)
  await start(first)

  await saveKeyFingerprint(database, second)

  await start(second)
  await expect(start(first)).rejects.toThrow('another SECRET_KEY')
})

test('the stored fingerprint does not contain the key', async () => {
  const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from key_fingerprint`.execute(database)
  expect(rows[0]!.fingerprint.equals(second)).toBe(false)
})
