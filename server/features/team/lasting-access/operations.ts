import type { Db } from '#server/db/database.ts'
import { endAddress } from '#server/features/calendar/calendar-feed/operations.ts'
import { deleteTokens } from '#server/features/account/access-tokens/operations.ts'

type Member = { teamId: string; userId: string }

/**
 * Ends the access that does not end with the member's sessions: access tokens and the calendar address (E1.08). Must
 * run in the caller's transaction.
 */
export async function endLastingAccess(db: Db, member: Member): Promise<void> {
  await deleteTokens(db, member)
  await endAddress(db, member)
}
