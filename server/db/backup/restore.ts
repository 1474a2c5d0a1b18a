import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '#server/config/environment.ts'
import { connect } from '../driver/connect.ts'
import { migrateQueue } from '../jobs.ts'
import { applyMigrations, lockSchema, type Migration, readMigrations } from '../schema/apply-migrations.ts'
import { requireSuitable } from '../schema/requirements.ts'
import type { Header, Manifest, TableLine } from './format.ts'
import { emptySchema, countOtherConnections, inspectSchema } from './present.ts'
import { type Part, readBackup } from './read.ts'
import { readTables, settleText } from './tables.ts'

const { escapeIdentifier } = pg

/**
 * Reads the whole file and changes no data.
 * @throws ConfigError if the file is incomplete, or not for this version of Asakai
 */
export async function checkBackup(file: string): Promise<{ header: Header; manifest: Manifest }> {
  let header: Header | undefined
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') {
      header = part.header
      earlierMigrations(file, header, await readMigrations())
    } else if (part.kind === 'manifest') return { header: header!, manifest: part.manifest }
  }
  throw new Error('A backup ends with its manifest.')
}

/**
 * `keyFingerprint`: identifies the SECRET_KEY that encrypted the backup's secrets; absent in backups of older versions.
 */
export type Restored = { manifest: Manifest; keyFingerprint: Buffer | undefined }

/**
 * Fills an empty database in one transaction, and migrates it to this version's schema.
 * @param force deletes the existing data after reporting what it is
 * @throws ConfigError if the file is incomplete, the database is not empty, or another client is connected
 */
export async function restoreBackup(
  connection: pg.ClientConfig,
  file: string,
  { force, say }: { force: boolean; say: (line: string) => void },
): Promise<Restored> {
  const { header, manifest } = await checkBackup(file)
  const migrations = await readMigrations()
  const client = await connect(connection)
  let keyFingerprint: Buffer | undefined
  try {
    await requireSuitable(client)
    await client.query('begin')
    await settleText(client)
    await lockSchema(client)
    await makeRoom(client, { force, say })
    await applyMigrations(client, earlierMigrations(file, header, migrations))
    await load(client, readBackup(file), manifest)
    await applyMigrations(client, migrations)
    await requireUnique(client)
    keyFingerprint = (await client.query<{ fingerprint: Buffer }>('select fingerprint from key_fingerprint')).rows[0]
      ?.fingerprint
    await client.query('commit')
  } finally {
    await client.end()
  }
  // The queue migrates in its own transactions. If the process stops too early, the next start completes the migration.
  await migrateQueue(connection)
  return { manifest, keyFingerprint }
}

/**
 * Checks that keys are unique in all teams. No index spans teams, so triggers enforce this rule, and the triggers were
 * disabled during the load.
 */
async function requireUnique(client: pg.Client) {
  const { rows } = await client.query<{ what: string }>(`
    select 'an email' as what from users group by email_key having count(*) > 1
    union all
    select 'a sign-in account' from connections where provider in ('google', 'github', 'oidc') and subject is not null
    group by provider, subject having count(*) > 1
    limit 1`)
  if (rows[0]) throw new ConfigError(`The backup cannot be loaded: ${rows[0].what} in it belongs to two members.`)
}

/** @throws ConfigError if the backup has a schema that this version does not know */
function earlierMigrations(file: string, header: Header, migrations: Migration[]): Migration[] {
  return header.migrations.map(({ name, sha256 }) => {
    const known = migrations.find((migration) => migration.name === name)
    if (!known && name < migrations[0]!.name)
      throw new ConfigError(`${file} was made before Asakai 1.0 (${header.version}). Restore it with that version.`)
    if (!known)
      throw new ConfigError(`${file} was made by a newer Asakai (${header.version}). Restore it with that version.`)
    if (known.sha256 !== sha256)
      throw new ConfigError(
        `${file} was made by another build of Asakai: its ${name} differs from that of this version.`,
      )
    return known
  })
}

async function makeRoom(client: pg.Client, { force, say }: { force: boolean; say: (line: string) => void }) {
  const others = await countOtherConnections(client)
  if (others > 0)
    throw new ConfigError(
      `Stop Asakai first: the database has ${others} other ${others === 1 ? 'connection' : 'connections'} of the same role.`,
    )
  const { isOfAsakai, filled, tables } = await inspectSchema(client)
  if (tables.length > 0 && !isOfAsakai)
    throw new ConfigError(`The database belongs to another program: it has the tables ${tables.join(', ')}.`)
  if (filled.length > 0) {
    const rows = filled.map(({ name, rows: count }) => `${count} ${name}`).join(', ')
    if (!force) throw new ConfigError(`The database is not empty: ${rows}. To delete all of it, add --force.`)
    say(`Deleting the content of the database: ${rows} …`)
  }
  await emptySchema(client)
}

async function load(client: pg.Client, parts: AsyncGenerator<Part, void>, manifest: Manifest) {
  const tables = await readTables(client)
  const known = new Set(tables.map(({ name }) => name))
  const unknown = manifest.tables.find(({ table }) => !known.has(table))
  if (unknown) throw new ConfigError(`The backup has a table ${unknown.table} that its version never had.`)
  const names = tables.map(({ name }) => escapeIdentifier(name))
  // The backup also contains the rows that migrations inserted.
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  const walled = tables.filter(({ hasRowSecurity }) => hasRowSecurity).map(({ name }) => escapeIdentifier(name))
  // COPY cannot write to a table whose policies apply to its role. Triggers would announce each row as a change, and
  // check for each row that keys are unique in all teams: `requireUnique` checks this once instead.
  for (const name of walled) await client.query(`alter table ${name} no force row level security`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await loadRows(client, parts)
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const name of walled) await client.query(`alter table ${name} force row level security`)
  for (const { table, column, value, called } of manifest.sequences)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      escapeIdentifier(table),
      column,
      value,
      called,
    ])
}

async function loadRows(client: pg.Client, parts: AsyncGenerator<Part, void>) {
  let part = await parts.next()
  const rows = async function* () {
    for (part = await parts.next(); !part.done && part.value.kind === 'rows'; part = await parts.next())
      yield part.value.bytes
  }
  while (!part.done) {
    if (part.value.kind !== 'table') part = await parts.next()
    else await pipeline(rows, client.query(copyFrom(copyStatement(part.value.table)))).catch(refusal(part.value.table))
  }
}

const copyStatement = ({ table, columns }: TableLine) =>
  `copy ${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')}) from stdin`

/**
 * Reports a row that the database refused. PostgreSQL's message names the violated rule. Its detail is left out,
 * because it would contain texts of members.
 */
const refusal =
  ({ table }: TableLine) =>
  (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code?.startsWith('2'))
      throw new ConfigError(`The backup's table ${table} cannot be loaded: ${error.message}`)
    throw error
  }
