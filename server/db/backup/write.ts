import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ConfigError } from '#server/config/environment.ts'
import { version } from '#server/process/version.ts'
import { isDistributed } from '../cluster/session.ts'
import { endOfRows, format, type Header, type Manifest } from './format.ts'
import { isAsakai } from './present.ts'
import { readTables, settleText, type Table } from './tables.ts'

const { escapeIdentifier } = pg

/**
 * Yields the whole backup before compression: one snapshot of every table, even while other transactions write.
 * @param client must not be in a transaction, and is in none afterwards unless the connection was lost
 * @returns the manifest, after everything else has been yielded
 * @throws ConfigError if the database is not Asakai's, or is distributed over several nodes, which share no snapshot
 */
export async function* backupParts(client: pg.ClientBase, now: Date): AsyncGenerator<Buffer, Manifest> {
  const sum = createHash('sha256')
  const line = (value: unknown) => summed(`${JSON.stringify(value)}\n`)
  const summed = (text: string) => {
    const bytes = Buffer.from(text)
    sum.update(bytes)
    return bytes
  }
  await client.query('begin isolation level repeatable read, read only')
  try {
    await settleText(client)
    yield line(await header(client, now))
    const tables: Manifest['tables'] = []
    for (const table of await readTables(client)) {
      yield line({ table: table.name, columns: table.columns })
      const tableSum = createHash('sha256')
      let rows = 0
      for await (const chunk of client.query(copyTo(copyStatement(table))) as AsyncIterable<Buffer>) {
        rows += countLines(chunk)
        tableSum.update(chunk)
        sum.update(chunk)
        yield chunk
      }
      yield summed(endOfRows)
      tables.push({ table: table.name, rows, sha256: tableSum.digest('hex') })
    }
    const manifest = { tables, sequences: await readSequences(client), sha256: sum.digest('hex') }
    yield Buffer.from(`${JSON.stringify(manifest)}\n`)
    return manifest
  } finally {
    // The transaction wrote no rows. A lost connection has already ended it.
    await client.query('rollback').catch(() => {})
  }
}

async function header(client: pg.ClientBase, now: Date): Promise<Header> {
  if (!(await isAsakai(client)))
    throw new ConfigError('The database has no tables of Asakai yet, so there is nothing to back up.')
  if (await isDistributed(client))
    throw new ConfigError(
      'This database is a cluster: back up its nodes with PostgreSQL\'s own tools (docs/operators/en-growing.md, "On a Citus cluster").',
    )
  const { rows } = await client.query<{ postgres: string }>(`select current_setting('server_version') as postgres`)
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name collate "C"',
  )
  return { asakai: 'backup', format, version, taken_at: now.toISOString(), postgres: rows[0]!.postgres, migrations }
}

/** Sorts by the key, so that equal rows give equal bytes. */
function copyStatement({ name, columns, key }: Table): string {
  const order = key.length > 0 ? ` order by ${key.map(escapeIdentifier).join(', ')}` : ''
  return `copy (select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)}${order}) to stdout`
}

/** Counts the lines, which are the rows: COPY escapes line feeds within values. */
function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) lines++
  return lines
}

/**
 * Reads the sequences after the snapshot was taken. A snapshot does not include sequences, and their values must not be
 * behind the rows of the snapshot.
 */
async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname::text as table, a.attname::text as column, s.oid::regclass::text as sequence
    from pg_depend d
    join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      and c.relnamespace = current_schema()::regnamespace
    order by 1, 2`)
  const sequences: Manifest['sequences'] = []
  for (const { table, column, sequence } of rows) {
    // The name is already quoted, because the cast from regclass quotes it.
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${sequence}`,
    )
    sequences.push({ table, column, ...state[0]! })
  }
  return sequences
}
