import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

/** Others' reports, as they are now; of those that were read already nothing is written. */
const insertReads = ({ teamId, userId }: Scope, reports: RawBuilder<unknown>, now: Date) => sql`
  insert into report_reads (team_id, report_id, user_id, read_at)
  select ${teamId}, r.id, ${userId}, ${now} from ${reports} r
  where r.user_id <> ${userId} and not exists (
    select from report_reads s
    where s.team_id = ${teamId} and s.report_id = r.id and s.user_id = ${userId} and s.read_at >= r.updated_at
  )
  on conflict (team_id, report_id, user_id) do update set read_at = excluded.read_at`

/** The report, which stays until the transaction ends. */
const kept = ({ teamId }: Scope, id: string) => sql`
  kept as (select id, user_id, updated_at from reports where team_id = ${teamId} and id = ${id} for key share)`

/** @returns whether there is such a report */
export async function insertRead(db: Db, scope: Scope, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with ${kept(scope, id)}, read as (${insertReads(scope, sql`kept`, now)})
    select id from kept`.execute(db)
  return rows.length > 0
}

/** @returns whether there is such a report */
export async function deleteRead(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    with ${kept(scope, id)}, unread as (
      delete from report_reads where team_id = ${scope.teamId} and report_id = ${id} and user_id = ${scope.userId}
    )
    select id from kept`.execute(db)
  return rows.length > 0
}

export const insertReadsOfDay = (db: Db, scope: Scope, date: string, now: Date) =>
  sql`
    with kept as (
      select id, user_id, updated_at from reports
      where team_id = ${scope.teamId} and report_date = ${date} order by id for key share
    ) ${insertReads(scope, sql`kept`, now)}`.execute(db)
