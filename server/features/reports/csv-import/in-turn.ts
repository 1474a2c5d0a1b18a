import type { ReportImportQuery } from '#contract/import.ts'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import { openShares } from '#server/load/shares.ts'
import { fairTurns } from '#server/load/turns.ts'
import { readFile } from './reading.ts'

const atOnce = 2 // threads, each with up to 224 MB
const ofMember = 4 // as many as a member may send at once (`http/requests/held-bodies.ts`)

const bytesMost = 64 * 1_024 * 1_024 // bytes of eight files of the maximum size
/** Counts a file until the response is sent, because its rows occupy memory. */
export const holdFile = openShares({ byMember: ofMember, byTeam: 8, inAll: bytesMost })
/** Counts a file while it is read, or waits to be read. */
const holdBytes = openShares({ byMember: ofMember, byTeam: 8, inAll: bytesMost })
const turns = fairTurns({ atOnce, waitingMost: ofMember, longestWaitMs: 30_000 })

/**
 * Reads a file when it is the team's turn.
 * @param gone aborts if the client has gone: the file then no longer waits
 * @throws AppError too_many_attempts, busy
 */
export async function readInTurn(scope: Scope, file: string, query: ReportImportQuery, gone: AbortSignal) {
  const dropped = new AbortController()
  const { begin, release } = holdBytes(scope, { size: file.length, end: () => dropped.abort() })
  const ended = AbortSignal.any([gone, dropped.signal])
  try {
    return await turns(scope, ended, async () => {
      if (ended.aborted) throw new AppError('busy', { retryAfter: 5 })
      begin()
      return readFile(file, query)
    })
  } finally {
    release()
  }
}
