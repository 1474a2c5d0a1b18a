import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

export type Member = { teamId: string; userId: string }

/** Ends an administrator's right, unless nobody else is an active administrator. Returns whether it ended. */
export const updateNoAdministrator = (db: Db, { teamId, userId }: Member, now: Date) =>
  hasRow(
    db
      .updateTable('users')
      .set({ is_admin: false, administrator_until: now })
      .where((is) => is.and({ team_id: teamId, id: userId, is_active: true, is_admin: true }))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('users as other')
            .where((is) => is.and({ 'other.team_id': teamId, 'other.is_active': true, 'other.is_admin': true }))
            .where('other.id', '!=', userId)
            .select('other.id'),
        ),
      )
      .returning('id'),
  )
