import { sql } from 'kysely'
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

/**
 * The condition that the company's directory knows the member.
 * @param member the alias of the member's row in `users`
 */
export const isDirectorys = ({ teamId }: { teamId: string }, member: string) => sql<boolean>`exists (
  select from provisioned_users p where p.team_id = ${teamId} and p.user_id = ${sql.ref(`${member}.id`)})`
