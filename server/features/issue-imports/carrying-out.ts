import { setInterval as beats } from 'node:timers/promises'
import limitTo from 'p-limit'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { type BroughtIn, bringIn, keepSyncFailure } from '#server/features/backlogs/operations.ts'
import type { Services } from '#server/services.ts'
import * as imports from './sql.ts'

/** What reading a tracker needs. */
export type Parts = Pick<Services, 'config' | 'database' | 'keyring' | 'now' | 'logEvent' | 'metrics'>

const patience = 10 * 60_000 // milliseconds that a tracker may take for all of it
const tellEvery = 1_000 // milliseconds
const quietMost = 60_000 // milliseconds without a word, after which nobody reads any more
const inTurn = limitTo(8) // each holds its issues in memory until it has all

/** Before which moment whoever reads has to have said something. */
export const quietSince = (now: Date) => new Date(now.getTime() - quietMost)

/**
 * Reads and keeps what an import is of, and says meanwhile how far it is.
 * @param ending the server's own: what is not done by then is handed back
 */
export async function carryOut(services: Parts, place: imports.Place, ending?: AbortSignal): Promise<BroughtIn> {
  const { database, now } = services
  const over = new AbortController()
  const far: Far = { read: 0, total: null }
  const reading = {
    signal: AbortSignal.any([AbortSignal.timeout(patience), over.signal, ...(ending ? [ending] : [])]),
    tell: (read: number, total: number | null) => void Object.assign(far, { read, total }),
  }
  void keepTelling(services, place, far, over)
  try {
    const brought = await inTurn(() => bringIn(services, place, place, reading))
    const { counts, skipped } = brought
    await withTeamTransaction(database, place, (db) => imports.endImport(db, place, { ...counts, skipped }, now()))
    services.metrics.imports.inc({ source: place.source, outcome: 'done' })
    return brought
  } catch (error) {
    services.metrics.imports.inc({ source: place.source, outcome: 'failed' })
    await settle(services, place, ending?.aborted ? undefined : error)
    throw error
  } finally {
    // When one page fails, the others are wanted no more.
    over.abort()
  }
}

/** What neither a tracker nor the member is to blame for is begun anew by `resumeLeft`. */
async function settle({ database, now, logEvent }: Parts, place: imports.Place, error: unknown): Promise<void> {
  const { source } = place
  await withTeamTransaction(database, place, async (db) => {
    if (error instanceof ProviderFailure) {
      // Of an account that was left meanwhile nobody wants to hear.
      if (await imports.endImport(db, place, { failure: error.reason }, now()))
        await keepSyncFailure(db, place, source, { failure: error.reason, now: now() })
    } else if (error instanceof AppError) await imports.deleteImport(db, place)
    else await imports.handBack(db, place)
  })
  if (error instanceof ProviderFailure) logEvent('import_failed', place, { source, reason: error.reason })
}

type Far = { read: number; total: number | null }

/** Until it is over, or nobody wants it any more. */
async function keepTelling({ database, now }: Parts, place: imports.Place, far: Far, over: AbortController) {
  const tell = () => withTeamTransaction(database, place, (db) => imports.updateRead(db, place, { ...far, now: now() }))
  try {
    for await (const _ of beats(tellEvery, undefined, { signal: over.signal, ref: false })) {
      // What is not heard once is heard the next time.
      const isWanted = await tell().catch(() => true)
      if (!isWanted) over.abort()
    }
  } catch (error) {
    if (!over.signal.aborted) throw error
  }
}
