import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/database.ts'
import { isTeamsWorkingDay } from '#server/db/fragments/due.ts'
import { reachable } from '#server/db/fragments/reachable.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'

/**
 * A working day of a team in which a member wants the weekly email. `holidays`: those of the seven days from this day
 * on.
 */
export type TeamDay = {
  teamId: string
  day: string
  hour: number
  reminder_hour: number | null
  working_days: number[]
  holidays: { date: string }[]
}

const wants = sql`u.is_active and (u.settings ->> 'week_mail')::boolean and ${reachable({ slack: false, mail: true }).mail}`

/** Returns those of the given teams that have a working day today, and a member who wants the weekly email. */
export async function selectTeams(db: Db, teamIds: readonly string[], now: Date): Promise<TeamDay[]> {
  const { rows } = await sql<TeamDay>`
    select t.id as "teamId", local::date as day, extract(hour from local)::int as hour, t.reminder_hour, t.working_days, (
      select coalesce(json_agg(json_build_object('date', h.date)), '[]') from holidays h
      where h.team_id = t.id and h.date between local::date and local::date + 6
    ) as holidays
    from teams t, lateral (select ${now}::timestamptz at time zone t.time_zone as local) as here
    where t.id = any(${teamIds}::uuid[]) and ${isTeamsWorkingDay({ teamId: sql`t.id` }, sql`local::date`)}
      and exists (select from users u where u.team_id = t.id and ${wants})`.execute(db)
  return rows
}

/**
 * Adds one email per member and week, even if several servers run at once.
 * @returns the emails that are new
 */
export async function insertMails(
  db: Db,
  { teamId }: Pick<TeamDay, 'teamId'>,
  { from, now }: { from: string; now: Date },
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.team_id = ${teamId} and ${wants} and not exists (
      select from outbox d
      where d.team_id = ${teamId} and d.user_id = u.id and d.kind = 'week' and d.day = ${from}
    ) order by u.id`.execute(db)
  if (rows.length === 0) return []
  const what = { team_id: teamId, kind: 'week', day: from, destination: 'mail', due_at: now, updated_at: now } as const
  return insertRows(
    db,
    'outbox',
    rows.map(({ id: user_id }) => Object.assign({ id: newId(), user_id }, what)),
  )
    .onConflict((taken) => taken.columns(['team_id', 'user_id', 'kind', 'day']).doNothing())
    .returning('id')
    .execute()
}
