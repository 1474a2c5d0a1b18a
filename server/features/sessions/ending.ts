import type { Db } from '#server/db/database.ts'
import { withdrawEmailChange, withdrawLinksMadeBy } from '#server/features/mail-links/operations.ts'
import { updateSessionsEnded } from './sql.ts'

/**
 * Ends the member's sessions. Withdraws what an intruder may have left: a change of the address that waits, and password
 * links that the member made for others.
 * Must run in the caller's transaction.
 * @param of.kept a session that goes on; absent: none does
 */
export async function endSessions(
  db: Db,
  of: { teamId: string; userId: string; kept?: string | undefined },
  now: Date,
): Promise<void> {
  await updateSessionsEnded(db, of, now)
  await withdrawEmailChange(db, of)
  await withdrawLinksMadeBy(db, of)
}
