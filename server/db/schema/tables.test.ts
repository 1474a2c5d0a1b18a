import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { halves } from '#contract/absences.ts'
import { BacklogItem, sources } from '#contract/backlogs.ts'
import { whys } from '#contract/comments.ts'
import { doneKinds } from '#contract/prefill.ts'
import { undoOutcomes } from '#contract/import.ts'
import { insightTypes } from '#contract/insights.ts'
import { roles } from '#contract/invitations.ts'
import { limits } from '#contract/limits.ts'
import { monthActs, monthStates } from '#contract/months.ts'
import { reportFields, valueFields } from '#contract/report-fields.ts'
import { Report, storedValues } from '#contract/reports.ts'
import { reactions } from '#contract/reactions.ts'
import { tokenScopes } from '#contract/tokens.ts'
import { webhookEvents } from '#contract/webhooks.ts'
import { chatModes } from '#contract/chat-mode.ts'
import { reportTimes } from '#contract/report-time.ts'
import { firstSteps } from '#contract/users.ts'
import { outboxKinds, outboxStatuses } from './tables/outbox.ts'
import { rowsOfReport } from './tables/report.ts'
import { testDatabase } from '#server/testing/database.ts'

const database = testDatabase()

/** Tables that are read and written by raw statements alone. */
const undeclared = ['attempts', 'comment_grams', 'insight_grams', 'report_grams', 'key_fingerprint', 'migrations']

/** The TypeScript type of each PostgreSQL type. */
const typeOf: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  date: 'string',
  bigint: 'string',
  smallint: 'number',
  integer: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'unknown',
  'ARRAY _text': 'string[]',
  'ARRAY _int2': 'number[]',
  'timestamp with time zone': 'Date',
}

test('the declared tables have the columns and types of the database', async () => {
  const { rows } = await sql<{ name: string; type: string; is_nullable: boolean }>`
    select table_name || '.' || column_name as name, data_type || case data_type when 'ARRAY' then ' ' || udt_name else '' end as type, is_nullable = 'YES' as is_nullable
    from information_schema.columns where table_schema = current_schema() and table_name not in (${sql.join(undeclared)})
  `.execute(await database)
  const existing = rows.map(({ name, type, is_nullable }) => `${name}: ${typeOf[type]}${is_nullable ? ' | null' : ''}`)
  const files = readdirSync(new URL('tables/', import.meta.url)).map((name) => `tables/${name}`)
  const declared = ['tables.ts', ...files].flatMap(declaredColumns)
  expect(declared.sort()).toEqual(existing.sort())
})

test('the database limits the length of each text of a report', async () => {
  const { rows } = await sql<{ check: string }>`
    select pg_get_constraintdef(oid) as check from pg_constraint where conrelid = 'reports'::regclass and contype = 'c'
  `.execute(await database)
  const checks = rows.map(({ check }) => check).join('\n')
  for (const field of reportFields) expect(checks).toContain(`char_length(${field}) <= ${limits.reportText}`)
})

test.each([
  ['absences.half', halves],
  ['backlog_items.priority', BacklogItem.shape.priority.options],
  ['backlog_items.source', sources],
  ['backlog_syncs.source', sources],
  ['issue_imports.source', sources],
  ['issue_import_rows.priority', BacklogItem.shape.priority.options],
  ['issue_import_rows.source', sources],
  ['done_items.kind', doneKinds],
  ['done_items.source', sources],
  ['insights.type', insightTypes],
  ['invitations.role', roles],
  ['outbox.kind', outboxKinds],
  ['outbox.status', outboxStatuses],
  ['mentions.why', whys],
  ['month_events.kind', monthActs],
  ['months.state', monthStates],
  ['report_import_rows.undone', undoOutcomes],
  ['report_reactions.reaction', reactions],
  ['reports.status', Report.shape.status.options],
  ['deleted_report_rows.kind', rowsOfReport],
  ['access_tokens.scopes', tokenScopes],
  ['webhooks.events', webhookEvents],
  ['teams.first_steps', firstSteps],
  ['teams.report_time', reportTimes],
  ['teams.chat_mode', chatModes],
  ['users.role', roles],
])('the database accepts exactly the contract’s values for the column %s', async (column, words) => {
  const { rows } = await sql<{ words: string[] }>`
    select array(select word[1] from regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''', 'g') as word) as words
    from pg_constraint
    where contype = 'c' and conname like ${`${column.replace('.', '_')}%_check`}`.execute(await database)
  expect(rows.flatMap((row) => row.words).sort()).toEqual([...words].sort())
})

// The nodes of oxc's ESTree, with the fields that this test reads.
type Node = { type: string; start: number; end: number }
type Member = Node & { key: { name: string }; typeAnnotation: { typeAnnotation: Node } }

/** The columns that the types of a report declare. The type of a value follows from its schema. */
const reportColumns: Record<string, string[]> = {
  ReportTexts: reportFields.map((field) => `${field}: string`),
  ReportValues: valueFields.map((field) => {
    const schema = z.toJSONSchema(storedValues[field])
    const types = (schema.anyOf ?? [schema]).map(({ type }) => (type === 'integer' ? 'number' : type))
    return `${field}: ${types.join(' | ')}`
  }),
}

/** The columns that a file declares, as `table.column: string | null`. */
function declaredColumns(file: string): string[] {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const { program } = parseSync(file, source)
  const exported = (program.body as unknown as { declaration?: Node & { body: { body: Member[] } } }[])
    .map(({ declaration }) => declaration)
    .find((declaration) => declaration?.type === 'TSInterfaceDeclaration')
  return exported!.body.body.flatMap((table) =>
    columnsOf(table.typeAnnotation.typeAnnotation).map((column) => `${table.key.name}.${column}`),
  )

  function columnsOf(type: Node): string[] {
    if (type.type === 'TSIntersectionType') return (type as Node & { types: Node[] }).types.flatMap(columnsOf)
    if (type.type === 'TSTypeReference') return reportColumns[source.slice(type.start, type.end)]!
    return (type as Node & { members: Member[] }).members.map(
      ({ key, typeAnnotation: { typeAnnotation: column } }) =>
        `${key.name}: ${read(source.slice(column.start, column.end))}`,
    )
  }
}

/** Returns the type of a column that is read. A type from the contract counts as `string`: it is a union of strings. */
function read(declared: string): string {
  const selected = /^(?:Generated|GeneratedAlways|SetOnce|ColumnType)<([^,]+).*>$/su.exec(declared)?.[1] ?? declared
  const [first, ...others] = selected.split(' | ')
  // JSON, with a shape that the database does not know
  const shape = /^(?:\{|Record<)/u.test(first!) ? 'unknown' : first!
  const type = Object.values(typeOf).includes(shape) ? shape : shape.endsWith('[]') ? 'string[]' : 'string'
  return others.includes('null') ? `${type} | null` : type
}
