import { Readable } from 'node:stream'
import { exportColumns, exportKinds, type ExportQuery } from '#contract/export.ts'
import { requireStillIn } from '#server/access/membership.ts'
import type { Scope } from '#server/access/scope.ts'
import { csvRow } from '#server/text/csv.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { inPieces } from '#server/load/pieces.ts'
import type { Services } from '#server/services.ts'
import { openShares } from '#server/load/shares.ts'
import { longWork } from '#server/load/turns.ts'
import { spreadsheetText } from './spreadsheet-text.ts'
import { type ExportedEntry, type Cursor, selectEntries, type Wanted } from './sql.ts'

/** The most entries in one batch. With the longest texts, a batch of each kind takes 3 MB. */
const atOnce = { report: 50, insight: 150, comment: 500 }

/** Limits the simultaneous exports, because each has a batch in memory until the client has read the batch. */
const holdExport = openShares({ byMember: 4, byTeam: 8, inAll: 32 })

/**
 * The least number of bytes that a client must read within the time. A slower client would keep others from exporting.
 */
const slowest = { bytes: 64 * 1024, withinMs: 60_000 }

/**
 * Streams an export, and counts it until it has been read or its client is gone. Ends an export whose client reads too
 * slowly, or that keeps others waiting. The error breaks the transfer, so that no client takes a part for the whole
 * export.
 * @throws AppError too_many_attempts: the member has too many exports; busy
 */
export function streamExport(scope: Scope, pieces: AsyncIterable<string | Uint8Array>): Readable {
  const end = () => void stream.destroy(new AppError('busy'))
  let unreadSince: number | undefined = performance.now()
  const waitingMs = () => (unreadSince === undefined ? 0 : performance.now() - unreadSince)
  const { release } = holdExport(scope, { end, waitingMs })
  let bytes = 0
  async function* counted() {
    unreadSince = undefined
    for await (const piece of pieces) {
      bytes += Buffer.byteLength(piece)
      unreadSince = performance.now()
      yield piece
      unreadSince = undefined
    }
  }
  const watch = setInterval(() => {
    if (bytes < slowest.bytes) end()
    bytes = 0
  }, slowest.withinMs)
  const stream = Readable.from(counted())
  return stream.once('close', () => {
    clearInterval(watch)
    release()
  })
}

/**
 * Streams the entries of the team that a member may read (N10.04). Sorts them by kind, and each kind from the oldest to
 * the newest. Only one batch is in memory at a time.
 * @throws AppError too_many_attempts, busy
 */
export function exportTeam(services: Services, scope: Scope, { format, ...wanted }: ExportQuery): Readable {
  const entries = batches(services, scope, wanted)
  const pieces = format === 'xlsx' ? asWorkbook(entries) : inPieces(format === 'csv' ? asCsv(entries) : asJson(entries))
  return streamExport(scope, pieces)
}

/**
 * Yields the entries in batches. Reads each batch in its own transaction, which a slow client must not keep open. Stops
 * once the reader has lost access.
 */
async function* batches(
  { database, logEvent }: Services,
  scope: Scope,
  wanted: Wanted,
): AsyncGenerator<ExportedEntry[]> {
  logEvent('team_export_taken', scope) // logged when the client begins to read: a HEAD request exports nothing
  for (const kind of exportKinds) {
    let after: Cursor | undefined
    do {
      const page = { after, limit: atOnce[kind] }
      const entries = await withTeamTransaction(database, scope, async (db) => {
        await requireStillIn(db, scope)
        return selectEntries(db, scope, kind, wanted, page)
      })
      if (entries.length > 0) yield entries
      after = entries.length < atOnce[kind] ? undefined : entries.at(-1)
    } while (after)
  }
}

const values = (entry: ExportedEntry) => exportColumns.map((column) => entry[column] ?? null)

/** Yields a CSV in UTF-8. Begins with a byte order mark, without which Excel guesses another encoding. */
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
