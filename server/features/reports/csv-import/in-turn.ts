import type { ReportImportQuery } from '#contract/import.ts'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import { openShares } from '#server/load/shares.ts'
import { fairTurns } from '#server/load/turns.ts'
import { readFile } from './reading.ts'

const atOnce = 2 // threads, each with up to 224 MB
const ofMember = 4 // as many as a member may send at once (`http/held-bodies.ts`)

/** Counts a member's and a team's files until they are read and filed, because their rows occupy memory. */
export const holdFile = openShares({ byMember: ofMember, byTeam: 8, inAll: Infinity })
/** Bytes of the files that are read or wait for that: eight of the largest. */
const holdBytes = openShares({ byMember: ofMember, byTeam: 8, inAll: 64 * 1_024 * 1_024 })
const turns = fairTurns({ atOnce, waitingMost: ofMember })

/**
 * Reads a file when it is the team's turn.
 * @param gone ends the wait
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
