import { sql } from 'kysely'
import type { BacklogItem } from '#contract/backlogs.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

/** The member's items, the urgent ones first, then the newest. */
export async function selectBacklog(db: Db, scope: Scope, limit: number): Promise<BacklogItem[]> {
  const { rows } = await sql<BacklogItem>`
    select b.id::float8 as id, b.backlog, b.source, b.source_type, b.user_id, b.reference, b.url, b.priority,
           iso_in_zone(b.updated_at, t.time_zone) as updated_at
    from backlog_items b join teams t on t.id = b.team_id
    where b.team_id = ${scope.teamId} and b.user_id = ${scope.userId}
    order by array_position(array['high', 'medium', 'low'], b.priority), b.updated_at desc, b.id desc
    limit ${limit}`.execute(db)
  return rows
}
