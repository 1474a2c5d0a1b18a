import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type ReportValues, valueFields } from '#contract/report-fields.ts'
import type { RestoredBlockers } from '../schema/tables/blocker.ts'
import { columnsOf } from '../fragments/columns-of.ts'
import type { Db } from '../database.ts'
import { insertRows, type ReportOfTeam, type Rows } from './deleted-rows.ts'
import { followComments, renewPosts } from '../outbox.ts'
import { type RowOfReport, rowsOfReport } from '../schema/tables/report.ts'
import { insertBlockers } from './restored-blockers.ts'

export type DeletedReport = ReportValues & { id: string; user_id: string; report_date: string; deleted_at: Date }

const dayMs = 24 * 60 * 60_000
/** Returns the moment of the oldest deletion that can still be undone (E2.01). */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - limits.deletedReports * dayMs)

const selectDeletedSince = (db: Db, teamId: string, since: Date) =>
  db
    .selectFrom('deleted_reports')
    .where('team_id', '=', teamId)
    .where('deleted_at', '>', since)
    .select(['id', 'user_id', 'report_date', 'deleted_at', ...valueFields])
    .forUpdate()

/** Locks the deleted report until the transaction ends. @param since earlier deletions cannot be undone */
export const selectDeleted = (db: Db, { teamId, id }: ReportOfTeam, since: Date): Promise<DeletedReport | undefined> =>
  selectDeletedSince(db, teamId, since).where('id', '=', id).executeTakeFirst()

/** Returns the most recently deleted report of a member's day, and locks it until the transaction ends. */
export const selectDeletedOn = (
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
  day: string,
  since: Date,
): Promise<DeletedReport | undefined> =>
  selectDeletedSince(db, teamId, since)
    .where('user_id', '=', userId)
    .where('report_date', '=', day)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type BroughtBack = { blockers: RestoredBlockers; comments: { id: string; texts: string[] }[] }

/**
 * Moves the deleted report back, with everything that belonged to it (E2.01).
 * @returns what the caller must update afterwards, or undefined if the member has another report of that day
 */
export async function restoreRows(
  db: Db,
  teamId: string,
  { id, user_id: userId, report_date: day, deleted_at: deletedAt }: DeletedReport,
  now: Date,
): Promise<BroughtBack | undefined> {
  const report = { teamId, id }
  if (!(await moveBack(db, report))) return undefined
  const rows = await selectRows(db, report)
  await insertAnswers(db, report, rows)
  const blockers = await insertBlockers(db, { ...report, userId, day }, rows, deletedAt)
  await db.deleteFrom('deleted_reports').where('team_id', '=', teamId).where('id', '=', id).execute()
  const comments = rows.comments.map(({ id: key, body }) => ({ id: key as string, texts: [body as string] }))
  await Promise.all([
    renewPosts(db, { teamId, ids: [id] }, now),
    followComments(db, { teamId, ids: comments.map((comment) => comment.id) }, now),
  ])
  return { blockers, comments }
}

/** Returns every column of `reports`, so that nobody can forget a new column. */
export const reportColumns = async (db: Db): Promise<RawBuilder<unknown>> =>
  sql.join((await columnsOf(db, 'reports')).map((name) => sql.ref(name)))

/** Moves the row of the report back. @returns false if the member has another report of that day */
async function moveBack(db: Db, { teamId, id }: ReportOfTeam): Promise<boolean> {
  const columns = await reportColumns(db)
  const { rows } = await sql`
    insert into reports (${columns})
    select ${columns} from deleted_reports where team_id = ${teamId} and id = ${id}
    on conflict (team_id, user_id, report_date) do nothing returning id`.execute(db)
  return rows.length > 0
}

async function selectRows(db: Db, { teamId, id }: ReportOfTeam): Promise<Rows> {
  const rows = await db
    .selectFrom('deleted_report_rows')
    .where((is) => is.and({ team_id: teamId, report_id: id }))
    .select(['kind', 'content'])
    .execute()
  const of = (wanted: RowOfReport) => rows.flatMap(({ kind, content }) => (kind === wanted ? content : []))
  return Object.fromEntries(rowsOfReport.map((kind) => [kind, of(kind)])) as Rows
}

/**
 * Restores the comments, reactions and mentions. Leaves out the mentions in comments that were erased because their
 * author's account was erased.
 */
async function insertAnswers(db: Db, report: ReportOfTeam, rows: Rows): Promise<void> {
  const comments = new Set(rows.comments.map(({ id }) => id))
  await insertRows(db, report, 'comments', rows.comments)
  await insertRows(
    db,
    report,
    'mentions',
    rows.mentions.filter(({ comment_id }) => comment_id === null || comments.has(comment_id)),
  )
  await insertRows(db, report, 'report_reactions', rows.report_reactions)
  await insertRows(db, report, 'report_reads', rows.report_reads)
}
