import type { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { requireStillIn } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { streamExport } from '#server/features/reports/team-export/operations.ts'
import type { Services } from '#server/services.ts'
import { csvRow, type Value } from '#server/text/csv.ts'
import { inPieces } from '#server/load/pieces.ts'
import { type ExportedRow, selectProfile, selectRows, type Table, tables } from './sql.ts'

const atOnce = 50 // rows in one batch; with the longest texts they take 6 MB

/**
 * The tables that a token cannot export, because they show how the member signs in (decision 40). No other call shows
 * them to a token, either.
 */
const notByToken = new Set(['sessions', 'passkeys'])

/**
 * Streams a ZIP while reading the data, with only one batch in memory.
 * @throws AppError too_many_attempts, busy
 */
export function exportMine(services: Services, scope: Scope): Readable {
  return streamExport(scope, zipOf(services, scope))
}

async function* zipOf(services: Services, scope: Scope): AsyncGenerator<Uint8Array> {
  services.logEvent('export_taken', scope) // logged when the client begins to read: a HEAD request exports nothing
  const zip = makeZip(filesOf(services, scope)).getReader()
  try {
    for (;;) {
      const { done, value } = await zip.read()
      if (done) return
      yield value
    }
  } finally {
    await zip.cancel()
  }
}

function* filesOf(services: Services, scope: Scope) {
  const lastModified = services.now()
  yield { name: 'profile.json', lastModified, input: profile(services, scope) }
  for (const [name, table] of Object.entries(tables)) {
    if (scope.tokenScopes && notByToken.has(name)) continue
    yield { name: `${name}.json`, lastModified, input: inPieces(asJson(batches(services, scope, table))) }
    yield { name: `${name}.csv`, lastModified, input: inPieces(asCsv(table, batches(services, scope, table))) }
  }
}

async function* profile({ database }: Services, scope: Scope) {
  const row = await withTeamTransaction(database, scope, (db) => selectProfile(db, scope))
  yield `${JSON.stringify(row, undefined, 2)}\n`
}

/**
 * Yields the rows of a table in batches. Reads each batch in its own transaction, which a slow client must not keep
 * open. Stops once the reader has lost access.
 */
async function* batches({ database }: Services, scope: Scope, table: Table): AsyncGenerator<ExportedRow[]> {
  let after: ExportedRow | undefined
  for (;;) {
    const last = after?.[table.key]
    const rows = await withTeamTransaction(database, scope, async (db) => {
      await requireStillIn(db, scope)
      return selectRows(db, scope, table, { after: last, limit: atOnce })
    })
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    after = rows.at(-1)
  }
}

async function* asJson(batches: AsyncIterable<ExportedRow[]>) {
  let separator = '[\n'
  for await (const rows of batches)
    for (const row of rows) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
    }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** Yields a CSV in UTF-8. Begins with a byte order mark, without which Excel guesses another encoding. */
async function* asCsv({ columns }: Table, batches: AsyncIterable<ExportedRow[]>) {
  yield `\uFEFF${csvRow(columns)}`
  for await (const rows of batches)
    for (const row of rows) yield csvRow(columns.map((column) => cellOf(row[column] ?? null)))
}

const cellOf = (value: ExportedRow[string]): Value =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)
    ? JSON.stringify(value)
    : (value as Value)
