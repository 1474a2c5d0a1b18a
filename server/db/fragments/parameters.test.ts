import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { databaseFailure } from '../driver/failures.ts'

const server = new URL('../../', import.meta.url)
const statements = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('sql.ts'))
  .map((path) => [path, readFileSync(new URL(path, server), 'utf8')] as const)

/** An insert with only one row, although the name of its variable is a plural. */
const oneRow = 'features/notifications/push/sql.ts: keys)'
/** Lists whose length never changes. */
const fixed = ["[...signInProviders, 'slack']", "['sent', 'dead']"]

test('no SQL statement compares a value with a list of parameters', () => {
  // Skips a subquery, which begins with `(is) =>`: it is no list of parameters.
  const found = statements.flatMap(([path, text]) =>
    [...text.matchAll(/'(?:not )?in', (?!\(\w+\) =>)(?<list>[^)]+)\)/gu)].map(
      ({ groups }) => `${path}: ${groups!['list']}`,
    ),
  )
  expect(found.filter((each) => !fixed.some((list) => each.endsWith(list)))).toEqual([])
})

test('no statement that inserts a list of rows has a parameter for each value', () => {
  const found = statements.flatMap(([path, text]) =>
    [...text.matchAll(/\.values\(\s*(?<rows>[a-zA-Z.]+\.map\(|\w+s\))/gu)].map(
      ({ groups }) => `${path}: ${groups!['rows']}`,
    ),
  )
  expect(found.filter((each) => each !== oneRow)).toEqual([])
})

test('a statement with too many parameters is refused before it reaches PostgreSQL', async () => {
  const list = sql.join(Array.from({ length: 65_536 }, () => sql`${1}::int`))
  const failure = await sql`select ${list}`.execute(await testDatabase()).catch((error: unknown) => error)
  expect(String(failure)).toContain('a statement has 65536 parameters')
  expect(databaseFailure(failure)).toBeUndefined()
})
