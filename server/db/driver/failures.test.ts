import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { databaseFailure } from './failures.ts'

const database = await testDatabase()

const failing = (code: string, message: string) =>
  sql`do ${sql.lit(`begin raise exception '${message}' using errcode = '${code}'; end`)}`
    .execute(database)
    .catch((error: unknown) => error)

test.each(['57P01', '57P05', '08006', '53300'])(
  'the error code %s of PostgreSQL means an unavailable database',
  async (code) => {
    expect(databaseFailure(await failing(code, '?'))).toBe('database_unavailable')
  },
)

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
  'the network error %s means an unavailable database',
  (code) => {
    expect(databaseFailure(Object.assign(new Error('?'), { code }))).toBe('database_unavailable')
  },
)

test.each([
  ['could not commit transaction for shard 102024 on at least one active node', 'database_unavailable'],
  ['failure on connection marked as essential: 127.0.0.1:6432', 'database_unavailable'],
  ['something else', undefined],
])('the cluster’s error message "%s" is classified as %s', async (message, expected) => {
  expect(databaseFailure(await failing('XX000', message))).toBe(expected)
})

test.each(['57014', '55P03', '25P03', '53200'])(
  'the error code %s of PostgreSQL means a busy database',
  async (code) => {
    expect(databaseFailure(await failing(code, '?'))).toBe('busy')
  },
)

test.each([
  ['53100', '?'],
  ['58030', 'could not extend file "base/5/1": No space left on device'],
])('the error code %s of PostgreSQL with the message "%s" means a full disk', async (code, message) => {
  expect(databaseFailure(await failing(code, message))).toBe('storage_full')
})

test('a full disk that prevents the lock of DATA_DIR counts as a database failure', () => {
  const file = new DatabaseSync(':memory:')
  file.exec('pragma max_page_count = 1')
  let full: unknown
  try {
    file.exec('create table one (id int)')
  } catch (error) {
    full = error
  }
  file.close()
  expect(databaseFailure(full)).toBe('storage_full')
})

test.each([
  ['bind message has 33728 parameter formats but 0 parameters', undefined],
  ['bind message supplies 1 parameters, but prepared statement "a" requires 2', undefined],
  ['pgbouncer cannot connect to server', 'database_unavailable'],
])('the error code 08P01 with the message %j is classified as %s', async (message, expected) => {
  expect(databaseFailure(await failing('08P01', message))).toBe(expected)
})

test.each(['23505', '42501', '58030'])(
  'the error code %s does not mean that the database is unavailable',
  async (code) => {
    expect(databaseFailure(await failing(code, '?'))).toBeUndefined()
  },
)
