import type { Db } from '../database.ts'
import { hasRow } from '../fragments/has-row.ts'

/** Returns whether the company's directory knows the member. */
export const isProvisioned = (db: Db, { teamId, userId }: { teamId: string; userId: string }): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('provisioned_users')
      .where((is) => is.and({ team_id: teamId, user_id: userId }))
      .select('user_id'),
  )
