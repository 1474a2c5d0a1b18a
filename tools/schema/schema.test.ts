import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readMigrations } from '#server/db/schema/apply-migrations.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { readComments, schemaPage } from './schema-page.ts'

async function migrated() {
  const client = new pg.Client(await newDatabase('asakai'))
  await client.connect()
  afterwards(() => client.end())
  return client
}

test('docs/schema.md shows the tables of the migrations (write it anew: node tools/schema/schema.ts)', async () => {
  const texts = (await readMigrations()).map(({ text }) => text)
  expect(readFileSync('docs/schema.md', 'utf8')).toBe(await schemaPage(await migrated(), texts.join('\n')))
})

test('docs/architecture.md names every table without a team', () => {
  const tables = readFileSync('docs/schema.md', 'utf8').split(/^### /mu).slice(1)
  const without = tables.filter((table) => !table.split(/^## /mu)[0]!.includes('| `team_id` |'))
  const [said] = /^The following tables have no `team_id`:\n\n(?:- .*\n)+/mu.exec(
    readFileSync('docs/architecture.md', 'utf8'),
  )!
  const named = [...said.replace('`team_id`', '').matchAll(/`([a-z_]+)`/gu)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(without.map((table) => table.split('\n')[0])))
})

test('the schema page cannot be written if a trigger’s function lacks a comment', async () => {
  await expect(schemaPage(await migrated(), '')).rejects.toThrow('Say above the function appoint_first_member why')
})

test('the schema page has the comments of tables, columns, functions and triggers', () => {
  const { titles, tables, functions, triggers } = readComments(`
-- A title

-- -----
-- Notes
-- -----

-- Stores the notes of members.
-- Two lines.
create table notes (
  id uuid not null, -- made by the server
  -- The text to compare.
  body text -- with its case
);
create index notes_all on notes (id);

-- Updates the index of notes.
create function follow() returns trigger

-- Runs after each new note.
create trigger followed after insert on notes`)
  expect([...titles]).toEqual([['notes', 'Notes']])
  expect([...tables]).toEqual([
    ['notes', 'Stores the notes of members. Two lines.'],
    ['notes.id', 'made by the server'],
    ['notes.body', 'The text to compare. with its case'],
  ])
  expect([...functions]).toEqual([['follow', 'Updates the index of notes.']])
  expect([...triggers]).toEqual([['followed', 'Runs after each new note.']])
})
