import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** `name`: the member who submitted the month, or the administrator who decided on it. */
export type NoticeMonth = {
  state: 'submitted' | 'returned' | 'approved'
  month: string
  user_id: string
  name: string
  note: string
}

/**
 * Selects the months of a notification in their current state: the member's own decided months and, for an
 * administrator, submitted ones.
 */
export async function selectMonths(db: Db, { teamId, userId }: Member, noticeId: string): Promise<NoticeMonth[]> {
  const { rows } = await sql<NoticeMonth>`
    select m.state, m.month, m.user_id, coalesce(b.display_name, '') as name, e.note
    from outbox d
    join users r on r.team_id = ${teamId} and r.id = ${userId}
    join months m on m.team_id = ${teamId} and m.changed_at >= d.created_at and (
      (m.user_id = ${userId} and m.state in ('returned', 'approved'))
      or (m.user_id <> ${userId} and m.state = 'submitted' and r.is_admin)
    )
    cross join lateral (
      select by_id, note from month_events
      where team_id = ${teamId} and user_id = m.user_id and month = m.month order by id desc limit 1
    ) e
    left join users b on b.team_id = ${teamId} and b.id = e.by_id
    where d.team_id = ${teamId} and d.id = ${noticeId} and e.by_id is distinct from ${userId}
    order by m.changed_at, m.user_id, m.month`.execute(db)
  return rows
}
