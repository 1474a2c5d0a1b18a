import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { readMigrations } from '#server/db/migrations.ts'
import { testDatabase } from '#server/testing/database.ts'

// A cluster refuses what these tests look for. Most people who change a statement have no cluster to try it on.

const server = new URL('../../', import.meta.url)
const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
  .map((path) => [path, readFileSync(new URL(path, server), 'utf8')] as const)

const found = (pattern: RegExp, name: string) =>
  files.flatMap(([path, text]) => [...text.matchAll(pattern)].map(({ groups }) => `${path}: ${groups![name]!.trim()}`))

/** `insert into table (columns) select first`, also with an alias, or without columns. */
const insertSelect =
  /\binsert into (?:[^\s`;]+)(?: as \w+)?(?:\s+\((?:\$\{[^}]*\}|[^()$])*\))?\s+select (?<first>[^\s,]+)/giu
/** A column of a table, or all of a table's columns. */
const ofTable = /(?:team_id|: t\.id|: \$\{columns\}|: \$\{sql\.join\(names\.map\(\(name\))$/u

/** It answers ids without a conflict to look for: the coordinator takes its rows by another way than COPY. */
const answering = 'features/webhook-messages/sql.ts: ${teamId}'

test('every insert of what it selects takes the id of the team from a table', () => {
  const first = found(insertSelect, 'first')
  expect(first.length).toBeGreaterThan(10)
  expect(first.filter((each) => !ofTable.test(each))).toEqual([answering])
})

test('no insert takes the id of the team from a parameter with rows', () => {
  expect(found(/_to_recordset\([^`]*? as \w+\s*\((?<columns>[^)]*\bteam_id\b[^)]*)\)/gu, 'columns')).toEqual([])
})

test('only one place inserts what an expression of Kysely selects', () => {
  expect(found(/(?<call>\.expression\()/gu, 'call')).toEqual(['db/insert-rows.ts: .expression('])
})

test('an insert of many rows takes the id of the team from a table', async () => {
  const row = { team_id: '0197a5c0-0000-7000-8000-000000000001', date: '2026-11-23', name: '勤労感謝の日' }
  const statement = await withTeamTransaction(await testDatabase(), { teamId: row.team_id }, (db) =>
    Promise.resolve(insertRows(db, 'holidays', [row]).compile()),
  )
  expect(statement.sql).toContain('select "t"."id", "x"."date", "x"."name" from teams t cross join')
  expect(statement.sql).toMatch(/ where t\.id = \$2$/u)
})

/** Gives another value with other settings of the database: PostgreSQL calls it stable. */
const stable =
  /\bupdate [^`]*?\bset\b[^`]*?(?<!\(select )(?<value>\b(?:concat(?:_ws)?|convert_to|format|to_(?:char|jsonb?)|jsonb_build_object)\((?!'\w+', \$\{\w+\}::)|\(\w\.\w+ ->> '\w+'\)::(?:date|timestamptz))/gu

test('an update has a stable function of a column in a subquery only', () => {
  expect(found(stable, 'value')).toEqual([])
})

test('every case of an update has a condition, no value to compare with', () => {
  expect(found(/\bupdate \w[^`]*?\bset\b[^`]*?\b(?<value>case (?!when\b)[^\s`]+) when\b/gu, 'value')).toEqual([])
})

test('every paragraph of a migration after the first is one statement', async () => {
  const [, ...later] = await readMigrations()
  const paragraphs = later.flatMap(({ text }) => text.split('\n\n'))
  expect(paragraphs.filter((paragraph) => /;\s*\S/u.test(statementOf(paragraph)))).toEqual([])
})

/** Without the bodies of functions, and without comments. */
const statementOf = (paragraph: string) => paragraph.replaceAll(/(\$\w*\$)[^]*?\1|--.*/gu, '')

test('every case of a function has a condition: updates may call the function', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname::text as name from pg_proc p join pg_language l on l.oid = p.prolang
    where pronamespace = current_schema::regnamespace and lanname = 'sql'
      and pg_get_functiondef(p.oid) ~* '\\ycase\\s+(?!when\\y|\\s)'`.execute(await testDatabase())
  expect(rows).toEqual([])
})
