import { sql } from 'kysely'
import type { Destination } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { workingTime } from '#server/db/due.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * A report's delivery, where its day is about today: east of the team it is tomorrow already. The one of an earlier report
 * of that day is taken again only if it was never sent.
 */
export async function insertReport(
  db: Db,
  { teamId, userId }: Member,
  { id, day, destination, now }: { id: string; day: string; destination: Destination; now: Date },
): Promise<{ id: string; due_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; due_at: Date }>`
    insert into notification_deliveries as d (team_id, id, user_id, kind, day, destination, due_at, updated_at)
    select t.id, ${id}::uuid, ${userId}::uuid, 'report', ${day}::date, ${destination}, ${workingTime({ teamId }, now)},
      ${now}::timestamptz
    from teams t, lateral (select (${now}::timestamptz at time zone t.time_zone)::date as today) as here
    where t.id = ${teamId} and ${day}::date between today - 1 and today + 1
    on conflict (team_id, user_id, kind, day) do update
      set destination = excluded.destination, status = 'pending', attempts = 0, failure = null,
          due_at = excluded.due_at, updated_at = excluded.updated_at
      where d.status = 'cancelled'
    returning id, due_at`.execute(db)
  return rows[0]
}

export const cancelPending = (
  db: Db,
  { teamId, userId }: Member,
  { kind, day, now }: { kind: 'report' | 'reminder'; day: string; now: Date },
) =>
  db
    .updateTable('notification_deliveries')
    .set({ status: 'cancelled', updated_at: now })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('day', '=', day)
    .where('status', '=', 'pending')
    .execute()

/** What has not been told of a day whose report has moved moves along, unless the new day has been told of its own. */
export async function moveUntold(
  db: Db,
  { teamId, userId }: Member,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const reportOf = (day: string) => sql`
    d.team_id = ${teamId} and d.user_id = ${userId} and d.kind = 'report' and d.day = ${day}`
  const untold = sql`d.status in ('pending', 'dead')`
  // There is one row a day, and what was cancelled is in the way.
  await sql`
    delete from notification_deliveries d where ${reportOf(to)} and d.status = 'cancelled'
      and exists (select from notification_deliveries d where ${reportOf(from)} and ${untold})`.execute(db)
  await sql`
    update notification_deliveries d set day = ${to} where ${reportOf(from)} and ${untold}
      and not exists (select from notification_deliveries d where ${reportOf(to)})`.execute(db)
}

export async function selectSettings(db: Db, { teamId, userId }: Member): Promise<unknown> {
  const { settings } = await db
    .selectFrom('users')
    .where('team_id', '=', teamId)
    .where('id', '=', userId)
    .select('settings')
    .executeTakeFirstOrThrow()
  return settings
}
