import { sql } from 'kysely'
import type { TryAct } from '#contract/tries.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { midnight } from '#server/db/fragments/midnight.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'

export type Member = Pick<Scope, 'teamId' | 'userId'>

/** Returns the events of these Tries, in order. */
export async function selectEvents(db: Db, { teamId }: Pick<Member, 'teamId'>, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string
    insight_id: string
    kind: TryAct
    user_id: string | null
    name: string | null
    day: string
  }>`
    select e.id, e.insight_id, e.kind, e.user_id, e.day, m.display_name as name
    from try_events e left join users m on m.team_id = ${teamId} and m.id = e.user_id and m.is_active
    where e.team_id = ${teamId} and e.insight_id = any(${ids}::uuid[]) order by e.id`.execute(db)
  return rows
}

/**
 * Returns Tries that may be reviewed on one of the days: `after` days have passed since they were added or postponed.
 */
export async function selectReturning(
  db: Db,
  scope: Pick<Member, 'teamId'>,
  { from, until, after }: { from: string; until: string; after: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from insights i where i.team_id = ${scope.teamId} and i.type = 'try' and (
      (i.created_at >= ${midnight(scope, from, -after)} and i.created_at < ${midnight(scope, until, 1 - after)})
      or i.id in (
        select e.insight_id from try_events e
        where e.team_id = ${scope.teamId} and e.kind = 'again' and e.day + ${after}::int between ${from} and ${until}
      )
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns today in the team's time zone. */
export async function selectToday(db: Db, { teamId }: Member, now: Date): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone time_zone)::date as today from teams where id = ${teamId}`.execute(db)
  return rows[0]!.today
}

export const insertTryEvents = (
  db: Db,
  { teamId: team_id }: Member,
  events: readonly { id: string; insight_id: string; kind: TryAct; user_id: string; day: string; at: Date }[],
) =>
  insertRows(
    db,
    'try_events',
    events.map((event) => ({ team_id, ...event })),
  ).execute()

export const deleteTryEvents = (db: Db, { teamId }: Member, ids: readonly string[]) =>
  sql`delete from try_events where team_id = ${teamId} and id = any(${ids}::uuid[])`.execute(db)

/** Deletes events of Tries that were deleted permanently. */
export const deleteOrphans = (db: Db) =>
  sql`
    delete from try_events e
    where not exists (select from insights i where i.team_id = e.team_id and i.id = e.insight_id)
      and not exists (select from deleted_insights d where d.team_id = e.team_id and d.id = e.insight_id)`.execute(db)

/** Removes a member from the events of Tries. Tries that the member has taken on have no owner then. */
export const removeFromTries = (db: Db, { teamId, userId }: Member) =>
  db
    .updateTable('try_events')
    .set({ user_id: null })
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .execute()
