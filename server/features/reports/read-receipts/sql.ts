import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

const ofTeam = ({ teamId }: Scope, which: RawBuilder<unknown>) =>
  sql`from reports where team_id = ${teamId} and ${which}`

/**
 * Marks other members' reports as read in their current version, and locks the reports until the transaction ends.
 * Skips reports that are already read. On a database cluster, an insert must select from a subquery, never from a
 * `with`.
 */
const insertReads = (scope: Scope, which: RawBuilder<unknown>, now: Date) => sql`
  insert into report_reads (team_id, report_id, user_id, read_at)
  select r.team_id, r.id, ${scope.userId}::uuid, ${now}::timestamptz
  from (select team_id, id, user_id, updated_at ${ofTeam(scope, which)} order by id for key share) r
  where r.user_id <> ${scope.userId} and not exists (
    select from report_reads s
    where s.team_id = ${scope.teamId} and s.report_id = r.id and s.user_id = ${scope.userId} and s.read_at >= r.updated_at
  )
  on conflict (team_id, report_id, user_id) do update set read_at = excluded.read_at`

/** @returns whether there is such a report */
export async function insertRead(db: Db, scope: Scope, id: string, now: Date): Promise<boolean> {
  const which = sql`id = ${id}`
  const { numAffectedRows } = await insertReads(scope, which, now).execute(db)
  if (numAffectedRows) return true
  const { rows } = await sql`select ${ofTeam(scope, which)}`.execute(db)
  return rows.length > 0
}

/** @returns whether there is such a report */
export async function deleteRead(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    with kept as (select id ${ofTeam(scope, sql`id = ${id}`)} for key share), unread as (
      delete from report_reads where team_id = ${scope.teamId} and report_id = ${id} and user_id = ${scope.userId}
    )
    select id from kept`.execute(db)
  return rows.length > 0
}

export const insertReadsOfDay = (db: Db, scope: Scope, date: string, now: Date) =>
  insertReads(scope, sql`report_date = ${date}`, now).execute(db)
