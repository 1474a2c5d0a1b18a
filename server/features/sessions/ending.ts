import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/write-key.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { withdrawEmailChange, withdrawLinksMadeBy } from '#server/features/mail-links/operations.ts'
import type { Services } from '#server/services.ts'
import * as sessions from './sql.ts'

type Member = { teamId: string; userId: string }

/** Withdraws what an intruder may have left: a change of the address that waits, and password links for others. */
async function withdrawLeft(db: Db, member: Member): Promise<void> {
  await withdrawEmailChange(db, member)
  await withdrawLinksMadeBy(db, member)
}

/**
 * Ends the member's sessions, and withdraws what an intruder may have left. Must run in the caller's transaction.
 * @param of.kept a session that goes on; absent: none does
 */
export async function endSessions(db: Db, of: Member & { kept?: string | undefined }, now: Date): Promise<void> {
  await sessions.updateSessionsEnded(db, of, now)
  await withdrawLeft(db, of)
}

/**
 * Ends one of the member's own sessions. If it is another than the one that asks, it may be an intruder's: withdraws what
 * they may have left.
 * @throws AppError not_found: absent, or another member's
 */
export async function endSession({ database, logEvent, now }: Services, scope: Scope, id: string): Promise<void> {
  await withTeamTransaction(database, answering(scope), async (db) => {
    if (!(await sessions.updateOwnSessionEnded(db, scope, id, now()))) throw new AppError('not_found')
    if (id !== scope.sessionId) await withdrawLeft(db, scope)
  })
  logEvent('session_ended', scope, { sessions: 'one' })
}

/** Ends all of the member's but the one that asks, and withdraws a change of the address that waits. */
export async function endOtherSessions({ database, logEvent, now }: Services, scope: Scope): Promise<void> {
  await withTeamTransaction(database, answering(scope), (db) =>
    endSessions(db, { ...scope, kept: scope.sessionId }, now()),
  )
  logEvent('session_ended', scope, { sessions: 'others' })
}
