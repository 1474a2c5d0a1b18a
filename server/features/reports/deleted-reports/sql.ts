import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { daysAround } from '#server/db/deleted-reports/days-around.ts'
import { insertRows, type Row } from '#server/db/deleted-reports/deleted-rows.ts'
import { type RowOfReport, rowsOfReport } from '#server/db/schema/tables/report.ts'
import { reportColumns } from '#server/db/deleted-reports/restored-reports.ts'
import { listenersOf } from '#server/db/fragments/webhook-listeners.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Deleted = Member & { id: string; day: string }

/**
 * Returns the condition for the author's blockers that the report names, continues or ends, or that begin soon after
 * the report.
 */
const blockersOf = (of: Deleted) => sql`
  b.team_id = ${of.teamId} and b.user_id = ${of.userId} and b.last_day >= coalesce((
    select max(report_date) from reports
    where team_id = ${of.teamId} and user_id = ${of.userId} and report_date < ${of.day}::date
  ), ${of.day}::date) and b.first_day <= (select until from ${daysAround(of)} as days)`

/** The condition for the rows `x` of each table that belong to the report. */
const belongs: Record<RowOfReport, (of: Deleted) => RawBuilder<unknown>> = {
  comments: ({ id }) => sql`x.report_id = ${id}`,
  mentions: ({ teamId, id }) =>
    sql`(x.report_id = ${id} or x.comment_id in (
      select c.id from comments c where c.team_id = ${teamId} and c.report_id = ${id}))`,
  report_reactions: ({ id }) => sql`x.report_id = ${id}`,
  report_reads: ({ id }) => sql`x.report_id = ${id}`,
  blockers: (of) => sql`x.id in (select b.id from blockers b where ${blockersOf(of)})`,
  blocker_events: (of) => sql`
    (x.report_id = ${of.id} or x.day between (select begin from ${daysAround(of)} as days)
      and (select until from ${daysAround(of)} as days))
    and x.blocker_id in (select b.id from blockers b where ${blockersOf(of)})`,
}

/**
 * Moves the report to `deleted_reports`, and stores copies of all rows that belong to the report, including the rows of
 * blockers on the days around the report.
 */
export async function moveAway(db: Db, of: Deleted, now: Date): Promise<void> {
  const { teamId, id } = of
  const columns = await reportColumns(db)
  await sql`
    insert into deleted_reports (${columns}, deleted_at)
    select ${columns}, ${now}::timestamptz from reports where team_id = ${teamId} and id = ${id}`.execute(db)
  const rows = []
  for (const kind of rowsOfReport) {
    // Locks the rows, so that a comment that is being changed is copied after the change.
    const those = await sql<{ content: Row }>`
      select to_jsonb(x) as content from ${sql.table(kind)} x
      where x.team_id = ${teamId} and ${belongs[kind](of)} for update`.execute(db)
    for (const { content } of those.rows)
      rows.push({ team_id: teamId, id: newId(), report_id: id, kind, user_id: content['user_id'], content })
  }
  await insertRows(db, of, 'deleted_report_rows', rows)
  await db.deleteFrom('reports').where('team_id', '=', teamId).where('id', '=', id).execute()
}

/** Locks the visible report until the transaction ends. `listeners`: the webhooks to notify of its deletion. */
export const selectVisible = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: scope.teamId, id }))
    .select(['id', 'user_id', 'report_date'])
    .select(listenersOf(scope, ['report.deleted']).as('listeners'))
    .forUpdate()
    .executeTakeFirst()

/**
 * Deletes the deleted reports of a member who leaves, and the member's marks on other deleted reports. All other rows
 * stay with the team.
 */
export async function deletePersonal(db: Db, { teamId, userId }: Member): Promise<void> {
  await db.deleteFrom('deleted_reports').where('team_id', '=', teamId).where('user_id', '=', userId).execute()
  await sql`
    delete from deleted_report_rows
    where team_id = ${teamId} and user_id = ${userId} and kind in ('mentions', 'report_reactions', 'report_reads')`.execute(
    db,
  )
}

/** Removes an erased member from the stored copies of actions on blockers. */
export const forgetHelper = (db: Db, { teamId, userId }: Member) =>
  sql`
    update deleted_report_rows set user_id = null, content = content || '{"user_id": null}'
    where team_id = ${teamId} and user_id = ${userId} and kind = 'blocker_events'`.execute(db)

export const isOld = (before: Date) => sql<boolean>`deleted_at <= ${before}`
