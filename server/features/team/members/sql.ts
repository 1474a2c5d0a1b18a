import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Locks a member. Two changes of one member run one after the other. A change that ends access waits for writes in
 * flight (`lock-account.ts`). Returns undefined for a former member, because they cannot come back.
 */
export const lockMember = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .where('left_at', 'is', null)
    .select(['is_active', 'is_admin', 'deactivated_at'])
    .forUpdate()
    .executeTakeFirst()

export const updateMember = (
  db: Db,
  { teamId, userId }: Member,
  change: { is_active: boolean; is_admin: boolean; deactivated_at: Date | null },
) =>
  db
    .updateTable('users')
    .set(change)
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()

/** Records when a member stopped being an active administrator. */
export const noteEndOfOffice = (db: Db, { teamId, userId }: Member, now: Date) =>
  db
    .updateTable('users')
    .set({ administrator_until: now })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()
