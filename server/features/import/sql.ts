import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

/** Of those whose addresses they are; who has left has none. */
export const selectMembers = (db: Db, { teamId }: Scope, keys: readonly string[]) =>
  db
    .selectFrom('users')
    .where('team_id', '=', teamId)
    .where('email_key', 'in', keys)
    .where('left_at', 'is', null)
    .select(['id', 'email_key'])
    .execute()

/** What the members have written already on any of the days. */
export const selectReports = (db: Db, { teamId }: Scope, users: readonly string[], days: readonly string[]) =>
  db
    .selectFrom('reports')
    .where((is) =>
      is.and({ team_id: teamId, user_id: sql<string>`any(${users})`, report_date: sql<string>`any(${days}::date[])` }),
    )
    .select(['user_id', 'report_date', 'yesterday_work', 'today_plan', 'issues'])
    .execute()
