import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'
import { readMigrations } from '#server/db/schema/apply-migrations.ts'
import { testDatabase } from '#server/testing/database.ts'

// Tests for statements that a cluster rejects and that the lint rule `cluster/statement` does not find.

test('an insert of many rows takes the team’s id from a table', async () => {
  const row = { team_id: '0197a5c0-0000-7000-8000-000000000001', date: '2026-11-23', name: '勤労感謝の日' }
  const statement = await withTeamTransaction(await testDatabase(), { teamId: row.team_id }, (db) =>
    Promise.resolve(insertRows(db, 'holidays', [row]).compile()),
  )
  expect(statement.sql).toContain('select "t"."id", "x"."date", "x"."name" from teams t cross join')
  expect(statement.sql).toMatch(/ where t\.id = \$2$/u)
})

test('every paragraph of a later migration is one SQL statement', async () => {
  const [, ...later] = await readMigrations()
  const paragraphs = later.flatMap(({ text }) => text.split('\n\n'))
  expect(paragraphs.filter((paragraph) => /;\s*\S/u.test(statementOf(paragraph)))).toEqual([])
})

/** Returns a statement without the bodies of functions and without comments. */
const statementOf = (paragraph: string) => paragraph.replaceAll(/(\$\w*\$)[^]*?\1|--.*/gu, '')

test('no SQL function has `case` with a value, which a cluster rejects in an update', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname::text as name from pg_proc p join pg_language l on l.oid = p.prolang
    where pronamespace = current_schema::regnamespace and lanname = 'sql'
      and pg_get_functiondef(p.oid) ~* '\\ycase\\s+(?!when\\y|\\s)'`.execute(await testDatabase())
  expect(rows).toEqual([])
})
