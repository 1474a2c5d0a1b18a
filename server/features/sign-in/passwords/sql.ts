import { noPictures } from '#contract/users.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

type Member = { teamId: string; userId: string }

/**
 * Proves the address of a mailed link.
 * @returns true if the link's address is that of the account, was not proven before, and was not set by the directory
 */
export const proveEmail = (db: Db, member: Member & { email: string }, now: Date): Promise<boolean> =>
  hasRow(
    db
      .updateTable('users')
      .set({ email_proven_at: now, claimed_at: now })
      .where((is) => is.and({ team_id: member.teamId, id: member.userId, email: member.email }))
      .where('email_proven_at', 'is', null)
      .where('email_set_by_directory', '=', false)
      .returning('team_id'),
  )

/** Deletes a pending change of the email, and the profile data of connected accounts. */
export const forgetOtherAddresses = (db: Db, { teamId, userId }: Member) =>
  db
    .updateTable('users')
    .set({ pending_email: null, ...noPictures })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()
