import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Destination } from '#contract/providers.ts'
import { type Db } from '#server/db/database.ts'
import { isTeamsWorkingDay } from '#server/db/fragments/due.ts'

type Team = { teamId: string }

/** How long after its hour a digest is still posted, for example if a server was down. */
const latest = 2 // hours

/** Returns the teams with a digest due at this hour of a working day, with their local day. */
export async function selectTeams(
  db: Db,
  teamIds: readonly string[],
  now: Date,
): Promise<{ teamId: string; day: string }[]> {
  const { rows } = await sql<{ teamId: string; day: string }>`
    select t.id as "teamId", local::date as day
    from teams t, lateral (select ${now}::timestamptz at time zone t.time_zone as local) as here
    where t.id = any(${teamIds}::uuid[]) and t.chat_mode = 'digest' and ${isTeamsWorkingDay({ teamId: sql`t.id` }, sql`local::date`)}
      and local >= local::date + make_interval(hours => t.digest_hour)
      and local < local::date + make_interval(hours => t.digest_hour + ${latest}::int)`.execute(db)
  return rows
}

/** Queues a digest for one destination. Does not change an existing one: `renewDigests` updates it. */
export async function upsertDigest(
  db: Db,
  { teamId }: Team,
  { id, day, destination, now }: { id: string; day: string; destination: Destination; now: Date },
): Promise<void> {
  await sql`
    insert into outbox (team_id, id, destination, kind, day, due_at, created_at, updated_at)
    values (${teamId}, ${id}, ${destination}, 'digest', ${day}, ${now}, ${now}, ${now}) on conflict do nothing`.execute(
    db,
  )
}

/** Makes the digests of today and yesterday in Slack due again: their reports may have changed. */
export const renewDigests = (db: Db, now: Date) =>
  sql`
    update outbox set status = 'pending', due_at = ${now}
    where kind = 'digest' and destination = 'slack' and ts is not null and status in ('sent', 'dead')
      and day >= (${now}::timestamptz at time zone 'UTC')::date - 1`.execute(db)

export type DigestDay = {
  language: Language
  name: string
  reported: { name: string; issues: string }[]
  away: string[]
}

/**
 * Selects the day's reports with their blockers, and the absent members. Omits reports that their authors do not want
 * announced.
 */
export async function selectDay(db: Db, { teamId }: Team, day: string): Promise<DigestDay> {
  const { rows } = await sql<DigestDay>`
    select t.language, t.name,
      coalesce((
        select json_agg(json_build_object('name', u.display_name, 'issues', r.issues) order by r.created_at, r.id)
        from reports r join users u on u.team_id = ${teamId} and u.id = r.user_id
        where r.team_id = ${teamId} and r.report_date = ${day}
          and coalesce((u.settings #>> '{notifications,daily_report}')::boolean, true)
      ), '[]') as reported,
      coalesce((
        select json_agg(distinct u.display_name)
        from absences a join users u on u.team_id = ${teamId} and u.id = a.user_id and u.is_active
        where a.team_id = ${teamId} and ${day}::date between a.first_day and a.last_day
      ), '[]') as away
    from teams t where t.id = ${teamId}`.execute(db)
  return rows[0]!
}
