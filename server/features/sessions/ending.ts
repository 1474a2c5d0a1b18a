import type { Db } from '#server/db/database.ts'
import { withdrawEmailChange } from '#server/features/mail-links/operations.ts'
import { updateSessionsEnded } from './sql.ts'

/**
 * Ends the member's sessions, and withdraws a change of the address that waits: an intruder may have asked for it.
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
}
