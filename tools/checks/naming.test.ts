import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { files } from './import-graph.ts'
import { droppedNamesIn, readDroppedNames } from './naming.ts'

const page = `
| concept | word | not |
|---|---|---|
| an action that waits | \`PendingAction\` | \`*errand*\`, \`SinceLines\` |
| a reaction | \`reaction\` | |`
const dropped = readDroppedNames(page)
const found = (source: string, file = 'web/day.tsx') => droppedNamesIn(file, source, dropped)

test.each([
  ['a function', 'export function SinceLines() {}'],
  ['an import', "import { SinceLines } from './lines.ts'"],
  ['a component in JSX', 'const page = <SinceLines />'],
  ['a type', 'type SinceLines = string[]'],
  ['a property', 'const rows = { SinceLines: 1 }'],
  ['a word of a longer name', 'const openErrand = 1'],
  ['a word with an underscore', 'const { errand_id } = row'],
])('the check finds a forbidden name in %s', (_, source) => {
  expect(found(source)).toHaveLength(1)
})

test.each([
  ['a column', 'const rows = sql`select errand_id from tasks`'],
  ['a typed query', 'const rows = sql<Row>`select 1 as errand where id = ${id}`'],
  ['a part after a value', 'const rows = sql`select ${id}, errand from tasks`'],
])('the check finds a forbidden name in SQL: %s', (_, source) => {
  expect(found(source, 'server/sql.ts')).toHaveLength(1)
})

test('the check finds a forbidden name in a migration', () => {
  expect(found('create table t (\n  errand_id uuid -- an id\n);', 'server/0001.sql')).toHaveLength(1)
})

test.each([
  ['a comment', 'create table t (); -- an errand'],
  ['a text', "select 'an errand'"],
])('the check accepts a forbidden name in %s of a migration', (_, source) => {
  expect(found(source, 'server/0001.sql')).toEqual([])
})

test('the check finds a forbidden name in the path of a file', () => {
  expect(found('', 'web/use-errand.ts')).toEqual([
    'web/use-errand.ts has ‘use-errand’: docs/naming.md has PendingAction',
  ])
})

test.each([
  ['a comment', '// SinceLines was renamed'],
  ['a text', "const text = 'an errand'"],
  ['a text of SQL', "const rows = sql`select 'an errand'`"],
  ['a part of a longer exact name', 'const useSinceLinesBefore = 1'],
  ['a part of a word', 'const serranda = 1'],
])('the check accepts a forbidden name in %s', (_, source) => {
  expect(found(source)).toEqual([])
})

test('no file uses a name that docs/naming.md forbids', () => {
  const names = readDroppedNames(readFileSync('docs/naming.md', 'utf8'))
  expect(names.length).toBeGreaterThan(60)
  const migrations = globSync('server/db/schema/migrations/*.sql')
  expect([...files, ...migrations].flatMap((file) => droppedNamesIn(file, readFileSync(file, 'utf8'), names))).toEqual(
    [],
  )
})
