import { type PauseReason, updatePaused } from '#server/db/accounts/access-pause.ts'
import type { Db } from '#server/db/database.ts'
import { endAddress } from '#server/features/calendar/calendar-feed/operations.ts'
import { endSessionsOnly } from '#server/features/account/sessions/operations.ts'
import { deleteTokens } from '#server/features/account/access-tokens/operations.ts'

type Member = { teamId: string; userId: string }

/**
 * Ends the access that outlives the member's sessions: access tokens and the calendar address (E1.08). Must run in the
 * caller's transaction.
 */
export async function endLastingAccess(db: Db, member: Member): Promise<void> {
  await deleteTokens(db, member)
  await endAddress(db, member)
}

/**
 * Pauses the member's access until their next sign-in at the company's provider (N17.07): sessions and open screens end,
 * access tokens and the calendar address answer `sign_in_expired`. Must run in the caller's transaction.
 */
export async function pauseAccess(db: Db, member: Member, reason: PauseReason, now: Date): Promise<void> {
  await endSessionsOnly(db, member, now)
  await updatePaused(db, member, reason)
}
