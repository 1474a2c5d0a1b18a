import pg from 'pg'
import { readTables } from '#server/db/backup/tables.ts'

/**
 * Text that is difficult for the formats of rows: it contains their special characters, every kind of line end, and
 * characters outside the BMP.
 */
const awkward = '\\N \\. \t"\',;\\\r\n\n\\.\n\u0001\u2028\ufeff 朝会 👩‍👩‍👧 é \\x41 {}'

const valueOf: Record<string, string> = {
  text: awkward,
  uuid: '0199a0b0-0000-7000-8000-00000000000a',
  timestamptz: '2026-03-29 01:02:03.456789+09',
  date: '2024-02-29',
  bool: 'true',
  int2: '1',
  int4: '1',
  int8: '1',
  float8: '0.1',
  numeric: '0.10',
  bytea: '\\x005c0aff',
  jsonb: JSON.stringify({ text: awkward }),
  json: JSON.stringify({ text: awkward }),
  _text: '{a,"b\\\\\\"c",NULL}',
  _int2: '{1,2}',
  _int4: '{1,2}',
  _uuid: '{0199a0b0-0000-7000-8000-00000000000a}',
}

type Column = { name: string; type: string; length: number | null; word: string | null; is_always: boolean }
type Reference = { columns: string[]; parent: string; parentColumns: string[] }

/**
 * Inserts one row into every table, and sets every column that the checks allow. A check about several columns takes
 * precedence over a check about one column.
 */
export async function fillEveryTable(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`set asakai.team = 'every'`)
  for (const { name } of await readTables(client)) {
    const row = await rowFor(client, name)
    const columns = [...row.keys()].map(pg.escapeIdentifier).join(', ')
    const places = [...row.keys()].map((_, at) => `$${at + 1}`).join(', ')
    await client.query(`insert into ${pg.escapeIdentifier(name)} (${columns}) values (${places})`, [...row.values()])
  }
  await client.end()
}

async function rowFor(client: pg.Client, table: string): Promise<Map<string, string>> {
  const { rows: columns } = await client.query<Column>(
    `select a.attname::text as name, t.typname::text as type, a.attidentity = 'a' as is_always,
      case when t.typname = 'varchar' then a.atttypmod - 4 end as length,
      (
        select (regexp_match(
          string_agg(pg_get_constraintdef(k.oid), ' ' order by cardinality(k.conkey) desc), '\\m' || a.attname || ' (?:= (?:ANY \\(ARRAY\\[)?|<@ ARRAY\\[)''([^'']*)''::text'
        ))[1]
        from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c'
      ) as word
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [pg.escapeIdentifier(table)],
  )
  const row = new Map<string, string>()
  for (const { name, type, length, word, is_always } of columns)
    if (!is_always)
      row.set(
        name,
        word === null
          ? (valueOf[type] ?? awkward.slice(0, length ?? undefined))
          : type === '_text'
            ? `{${word}}`
            : word,
      )
  for (const { columns: own, parent, parentColumns } of await referencesOf(client, table)) {
    const { rows } = await client.query<Record<string, string>>({
      text: `select ${parentColumns.map((name) => `${pg.escapeIdentifier(name)}::text`).join(', ')} from ${pg.escapeIdentifier(parent)} limit 1`,
    })
    if (rows[0]) for (const [at, name] of own.entries()) row.set(name, rows[0][parentColumns[at]!]!)
  }
  for (const flag of await exclusiveFlagsOf(client, table)) row.set(flag, 'false')
  for (const alternative of await alternativesOf(client, table)) row.delete(alternative)
  for (const { kind, column } of await columnsOfKinds(client, table)) if (row.get('kind') !== kind) row.delete(column)
  return row
}

/** Returns the columns that must be null: in a group of which exactly one may be set, all but the first. */
async function alternativesOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ names: string }>(
    `select (regexp_match(pg_get_constraintdef(oid), 'num_nonnulls\\(([^)]*)\\) = 1'))[1] as names
    from pg_constraint where conrelid = $1::regclass and pg_get_constraintdef(oid) like '%num_nonnulls(%) = 1%'`,
    [pg.escapeIdentifier(table)],
  )
  return rows.flatMap(({ names }) => names.split(', ').slice(1))
}

/** Returns the boolean columns that may be true only while another column is null. */
async function exclusiveFlagsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ flag: string }>(
    `select found[1] as flag from pg_constraint,
      regexp_match(pg_get_constraintdef(oid), '\\(NOT (\\w+)\\) OR \\(\\w+ IS NULL\\)') as found
    where conrelid = $1::regclass and contype = 'c' and found is not null`,
    [pg.escapeIdentifier(table)],
  )
  return rows.map(({ flag }) => flag)
}

/** Returns the columns that only rows of one kind have. */
async function columnsOfKinds(client: pg.Client, table: string): Promise<{ kind: string; column: string }[]> {
  const { rows } = await client.query<{ kind: string; column: string }>(
    `select found[1] as kind, found[2] as column from pg_constraint,
      regexp_match(pg_get_constraintdef(oid), '\\(\\(kind = ''(\\w+)''::text\\) = \\((\\w+) IS NOT NULL\\)\\)') as found
    where conrelid = $1::regclass and contype = 'c' and found is not null`,
    [pg.escapeIdentifier(table)],
  )
  return rows
}

async function referencesOf(client: pg.Client, table: string): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select r.relname::text as parent,
      array(select a.attname::text from unnest(k.conkey) with ordinality n (num, at)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.num order by n.at) as columns,
      array(select a.attname::text from unnest(k.confkey) with ordinality n (num, at)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.num order by n.at) as "parentColumns"
    from pg_constraint k join pg_class r on r.oid = k.confrelid
    where k.conrelid = $1::regclass and k.contype = 'f' and k.confrelid <> k.conrelid`,
    [pg.escapeIdentifier(table)],
  )
  return rows
}
