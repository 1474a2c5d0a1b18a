import { hasOtherAdministrator } from '#server/db/accounts/administrators.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

export type Member = { teamId: string; userId: string }

/** Removes a member's administrator right, unless no other administrator has access. Returns whether it was removed. */
export const updateNoAdministrator = (db: Db, { teamId, userId }: Member, now: Date) =>
  hasRow(
    db
      .updateTable('users')
      .set({ is_admin: false, administrator_until: now })
      .where((is) => is.and({ team_id: teamId, id: userId, is_active: true, is_admin: true }))
      .where(hasOtherAdministrator({ teamId, userId }))
      .returning('id'),
  )
