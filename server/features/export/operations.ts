import { Readable } from 'node:stream'
import { exportColumns, exportKinds, type ExportQuery } from '#contract/export.ts'
import { requireStillIn } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import { csvRow } from '#server/csv.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { inPieces } from '#server/pieces.ts'
import type { Services } from '#server/services.ts'
import { longWork } from '#server/turns.ts'
import { spreadsheetText } from './spreadsheet-text.ts'
import { type ExportedEntry, type Place, selectEntries, type Wanted } from './sql.ts'

const atOnce = 500 // entries in one batch

/**
 * Streams the entries of the team that a member may read, by kind, each oldest first (N10.04). Only one batch is in
 * memory at a time.
 */
export function exportTeam(services: Services, scope: Scope, { format, ...wanted }: ExportQuery): Readable {
  services.logEvent('team_export_taken', scope)
  const entries = batches(services, scope, wanted)
  if (format === 'xlsx') return Readable.from(asWorkbook(entries))
  return Readable.from(inPieces(format === 'csv' ? asCsv(entries) : asJson(entries)))
}

/**
 * Reads each batch in its own transaction: a slow client must not keep one open. Stops once the reader has lost access.
 */
async function* batches({ database }: Services, scope: Scope, wanted: Wanted): AsyncGenerator<ExportedEntry[]> {
  for (const kind of exportKinds) {
    let after: Place | undefined
    do {
      const page = { after, limit: atOnce }
      const entries = await withTeamTransaction(database, scope, async (db) => {
        await requireStillIn(db, scope)
        return selectEntries(db, scope, kind, wanted, page)
      })
      if (entries.length > 0) yield entries
      after = entries.length < atOnce ? undefined : entries.at(-1)
    } while (after)
  }
}

const values = (entry: ExportedEntry) => exportColumns.map((column) => entry[column] ?? null)

/** Writes UTF-8 with a byte order mark, without which Excel guesses another encoding. */
async function* asCsv(batches: AsyncIterable<ExportedEntry[]>) {
  yield `\uFEFF${csvRow(exportColumns)}`
  for await (const entries of batches) for (const entry of entries) yield csvRow(values(entry))
}

async function* asJson(batches: AsyncIterable<ExportedEntry[]>) {
  let separator = '{"entries":[\n'
  for await (const entries of batches)
    for (const entry of entries) {
      yield separator + JSON.stringify(entry, exportColumns.slice())
      separator = ',\n'
    }
  yield separator === ',\n' ? '\n]}\n' : '{"entries":[]}\n'
}

async function* asWorkbook(batches: AsyncIterable<ExportedEntry[]>): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } = await import('hucre/xlsx')
  const otherRequests = longWork()
  async function* rows() {
    for await (const entries of batches)
      for (const entry of entries) {
        yield values(entry).map((text) => text && spreadsheetText(text))
        await otherRequests()
      }
  }
  const columns = exportColumns.map((header) => ({ header }))
  yield* writeXlsxStream(rows(), {
    name: 'Asakai',
    columns,
    freezePane: { rows: 1 },
    maxRowsPerSheet: XLSX_MAX_ROWS_PER_SHEET,
  })
}
