import type { Db } from '#server/db/database.ts'
import { endAddress } from '#server/features/calendar-address/operations.ts'
import { deleteTokens } from '#server/features/tokens/operations.ts'

type Member = { teamId: string; userId: string }

/** Within the caller's transaction: ends what would outlive the member's sessions, access tokens and the calendar address (E1.08). */
export async function endLastingAccess(db: Db, member: Member): Promise<void> {
  await deleteTokens(db, member)
  await endAddress(db, member)
}
