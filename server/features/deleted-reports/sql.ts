import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { reportFields } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import { columnsOf } from '#server/db/columns-of.ts'
import type { Db } from '#server/db/database.ts'
import { insertRows, type ReportOfTeam, type Row } from '#server/db/deleted-rows.ts'
import { type RowOfReport, rowsOfReport } from '#server/db/report-tables.ts'
import { listenersOf } from '#server/db/webhook-listeners.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Deleted = Member & { id: string; day: string }

/** The author's blockers that the report names, continues or ends. */
const blockersOf = ({ teamId, userId, day }: Deleted) => sql`
  b.team_id = ${teamId} and b.user_id = ${userId} and b.last_day >= coalesce((
    select max(report_date) from reports where team_id = ${teamId} and user_id = ${userId} and report_date < ${day}::date
  ), ${day}::date)`

/** The rows `x` of each table that belong to the report. */
const belongs: Record<RowOfReport, (of: Deleted) => RawBuilder<unknown>> = {
  comments: ({ id }) => sql`x.report_id = ${id}`,
  mentions: ({ teamId, id }) =>
    sql`x.comment_id in (select c.id from comments c where c.team_id = ${teamId} and c.report_id = ${id})`,
  report_reactions: ({ id }) => sql`x.report_id = ${id}`,
  report_reads: ({ id }) => sql`x.report_id = ${id}`,
  blockers: (of) => sql`x.id in (select b.id from blockers b where ${blockersOf(of)})`,
  blocker_events: (of) => sql`x.blocker_id in (select b.id from blockers b where ${blockersOf(of)})`,
}

/** Moves the report to `deleted_reports`, with copies of all rows that belong to it. */
export async function moveAway(db: Db, of: Deleted, now: Date): Promise<void> {
  const { teamId, id } = of
  const columns = await reportColumns(db)
  await sql`
    insert into deleted_reports (${columns}, deleted_at)
    select ${columns}, ${now}::timestamptz from reports where team_id = ${teamId} and id = ${id}`.execute(db)
  const rows = []
  for (const kind of rowsOfReport) {
    // Locks the rows: a comment that is being changed is copied as it is afterwards.
    const those = await sql<{ content: Row }>`
      select to_jsonb(x) as content from ${sql.table(kind)} x
      where x.team_id = ${teamId} and ${belongs[kind](of)} for update`.execute(db)
    for (const { content } of those.rows)
      rows.push({ team_id: teamId, id: newId(), report_id: id, kind, user_id: content['user_id'], content })
  }
  await insertRows(db, of, 'deleted_report_rows', rows)
  await db.deleteFrom('reports').where('team_id', '=', teamId).where('id', '=', id).execute()
}

/** Returns every column of `reports`, so that a new one cannot be forgotten. */
const reportColumns = async (db: Db): Promise<RawBuilder<unknown>> =>
  sql.join((await columnsOf(db, 'reports')).map((name) => sql.ref(name)))

/** Locks the visible report until the transaction ends. `listeners`: the webhooks to tell of its deletion. */
export const selectVisible = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: scope.teamId, id }))
    .select(['id', 'user_id', 'report_date'])
    .select(listenersOf(scope, ['report.deleted']).as('listeners'))
    .forUpdate()
    .executeTakeFirst()

/** Locks the deleted report until the transaction ends. @param since earlier deletions cannot be undone */
export const selectDeleted = (db: Db, { teamId }: Scope, id: string, since: Date) =>
  db
    .selectFrom('deleted_reports')
    .where((is) => is.and({ team_id: teamId, id }))
    .where('deleted_at', '>', since)
    .select(['user_id', 'report_date', 'deleted_at', ...reportFields])
    .forUpdate()
    .executeTakeFirst()

/** Returns false if the member has another report of that day. */
export async function moveBack(db: Db, { teamId }: Member, id: string): Promise<boolean> {
  const columns = await reportColumns(db)
  const { rows } = await sql`
    insert into reports (${columns})
    select ${columns} from deleted_reports where team_id = ${teamId} and id = ${id}
    on conflict (team_id, user_id, report_date) do nothing returning id`.execute(db)
  return rows.length > 0
}

export type Rows = Record<RowOfReport, Row[]>

export async function selectRows(db: Db, { teamId }: Member, id: string): Promise<Rows> {
  const rows = await db
    .selectFrom('deleted_report_rows')
    .where((is) => is.and({ team_id: teamId, report_id: id }))
    .select(['kind', 'content'])
    .execute()
  const of = (wanted: RowOfReport) => rows.flatMap(({ kind, content }) => (kind === wanted ? content : []))
  return Object.fromEntries(rowsOfReport.map((kind) => [kind, of(kind)])) as Rows
}

/** Writes the answers. Leaves out mentions of comments that were erased with their author. */
export async function insertAnswers(db: Db, report: ReportOfTeam, rows: Rows): Promise<void> {
  const comments = new Set(rows.comments.map(({ id }) => id))
  await insertRows(db, report, 'comments', rows.comments)
  await insertRows(
    db,
    report,
    'mentions',
    rows.mentions.filter((mention) => comments.has(mention['comment_id'])),
  )
  await insertRows(db, report, 'report_reactions', rows.report_reactions)
  await insertRows(db, report, 'report_reads', rows.report_reads)
}

/**
 * Restores which lines named the author's blockers before the deletion, but not in reports that were changed since.
 * Attaches what people did with a blocker to it again.
 */
export async function insertBlockers(
  db: Db,
  report: ReportOfTeam,
  { blockers, blocker_events: events }: Rows,
  deletedAt: Date,
): Promise<void> {
  await insertRows(db, report, 'blockers', blockers)
  const named = events.filter(({ kind }) => kind === 'named')
  const ids = [...new Set(named.map((event) => event['report_id'] as string))]
  const unchanged = await db
    .selectFrom('reports')
    .where('team_id', '=', report.teamId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('updated_at', '<=', deletedAt)
    .select('id')
    .execute()
  const reports = new Set(unchanged.map(({ id }) => id))
  const again = named.filter((event) => reports.has(event['report_id'] as string))
  await sql`
    delete from blocker_events e using jsonb_to_recordset(${JSON.stringify(again)}::jsonb) as n (report_id uuid, line smallint)
    where e.team_id = ${report.teamId} and e.kind = 'named' and e.report_id = n.report_id and e.line = n.line`.execute(
    db,
  )
  await insertRows(db, report, 'blocker_events', again)
  await insertRows(
    db,
    report,
    'blocker_events',
    events.filter(({ kind }) => kind !== 'named'),
    sql`(team_id, id) do update set blocker_id = excluded.blocker_id`,
  )
  await putLaterActsAfter(db, report, { blockers, blocker_events: events }, deletedAt)
}

/**
 * Puts what people did with the blockers since the deletion after the restored report, as if it had been visible. Does not
 * move an act if a report came after it and before the restored one: that report may have opened the blocker again.
 */
const putLaterActsAfter = (
  db: Db,
  { teamId, id }: ReportOfTeam,
  { blockers, blocker_events: events }: Pick<Rows, 'blockers' | 'blocker_events'>,
  deletedAt: Date,
) =>
  sql`
    update blocker_events e set day = r.report_date from reports r
    where e.team_id = ${teamId} and r.team_id = ${teamId} and r.id = ${id} and e.kind <> 'named' and e.day < r.report_date
      and e.at >= ${deletedAt} and e.blocker_id = any(${blockers.map((row) => row['id'])}::uuid[])
      and e.id <> all(${events.map((row) => row['id'])}::uuid[]) and not exists (
        select from reports b where b.team_id = ${teamId} and b.user_id = r.user_id
          and b.report_date > e.day and b.report_date < r.report_date
      )`.execute(db)

/** Makes the report's messages in a chat due again, so that they are compared with it. */
export const followPosts = (db: Db, { teamId }: Member, id: string, now: Date) =>
  sql`update chat_posts set due_at = ${now} where team_id = ${teamId} and report_id = ${id} and is_ours`.execute(db)

export const deleteDeleted = (db: Db, { teamId }: Member, id: string) =>
  db.deleteFrom('deleted_reports').where('team_id', '=', teamId).where('id', '=', id).execute()

export const deleteBefore = (db: Db, before: Date) =>
  db.deleteFrom('deleted_reports').where('deleted_at', '<=', before).execute()

/** The member leaves, and the team keeps what they wrote: deletes their own deleted reports and their marks. */
export async function deletePersonal(db: Db, { teamId, userId }: Member): Promise<void> {
  await db.deleteFrom('deleted_reports').where('team_id', '=', teamId).where('user_id', '=', userId).execute()
  await sql`
    delete from deleted_report_rows
    where team_id = ${teamId} and user_id = ${userId} and kind in ('mentions', 'report_reactions', 'report_reads')`.execute(
    db,
  )
}

/** The member is erased: forgets who acted on the blockers of others. */
export const forgetHelper = (db: Db, { teamId, userId }: Member) =>
  sql`
    update deleted_report_rows set user_id = null, content = content || '{"user_id": null}'
    where team_id = ${teamId} and user_id = ${userId} and kind = 'blocker_events'`.execute(db)
