import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Source } from '#contract/backlogs.ts'
import type { Prefill } from '#contract/prefill.ts'
import { limits } from '#contract/limits.ts'
import { emptyReport, valueFields, withChanges } from '#contract/report-fields.ts'
import type { ReportPatch } from '#contract/reports.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import type { Done } from '#server/providers/issue.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** Selects the member's plans before the day, newest first, with the submission time. */
export const selectPlans = (db: Db, { teamId, userId }: Member, date: string, limit: number) =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .where('report_date', '<', date)
    .orderBy('report_date', 'desc')
    .limit(limit)
    .select(['today_plan', 'created_at'])
    .execute()

export async function selectDone(
  db: Db,
  { teamId, userId }: Member,
  since: Date,
  limit: number,
): Promise<Prefill['done']> {
  const { rows } = await sql<Prefill['done'][number]>`
    select concat_ws(' ', nullif(title, reference), nullif(reference, '')) as text, url, source, kind, reference from done_items
    where team_id = ${teamId} and user_id = ${userId} and done_at > ${since}
    order by done_at desc, source, source_key ${rowsOfPage({ limit })}`.execute(db)
  return rows
}

/** Returns the member's own blockers that are open now and were last named on the day or earlier, the oldest first. */
export const selectOwnOpen = (db: Db, { teamId, userId }: Member, date: string) =>
  db
    .selectFrom('blockers')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .where('state', '<>', 'resolved')
    .where('last_day', '<=', date)
    .orderBy('first_day')
    .orderBy('id')
    .limit(limits.blockerChoices)
    .select(['id', 'text'])
    .execute()

/** Deletes items that are no longer at the tracker, were reopened, or were completed too long ago. */
export const deleteUndone = (db: Db, { teamId, userId }: Member, source: Source, done: Done[]) =>
  sql`
    delete from done_items
    where team_id = ${teamId} and user_id = ${userId} and source = ${source}
      and source_key not in (select unnest(${done.map(({ key }) => key)}::text[]))`.execute(db)

/**
 * Upserts completed items. An item with the same status keeps its time: a later comment on the item must not list the
 * item again.
 */
export const upsertDone = (db: Db, { teamId, userId }: Member, source: Source, done: Done[]) =>
  sql`
    insert into done_items as d (team_id, user_id, source, source_key, kind, status, reference, title, url, done_at)
    select t.id, ${userId}::uuid, ${source}, i.key, i.kind, i.status, i.reference, i.title, i.url, i."doneAt"
    from teams t cross join json_to_recordset(${JSON.stringify(done)}) as i
      (key text, kind text, status text, reference text, title text, url text, "doneAt" timestamptz)
    where t.id = ${teamId}
    on conflict (team_id, user_id, source, source_key) do update set
      kind = excluded.kind, status = excluded.status, reference = excluded.reference, title = excluded.title,
      url = excluded.url,
      done_at = case
        when (d.kind, d.status) = (excluded.kind, excluded.status) then d.done_at else excluded.done_at
      end`.execute(db)

export async function selectDraft(db: Db, { teamId, userId }: Member, date: string): Promise<Prefill['draft']> {
  const { rows } = await sql<NonNullable<Prefill['draft']>>`
    select report_drafts.id, ${sql.join(valueFields.map((field) => sql.ref(field)))}, iso_in_zone(written_at, time_zone) as written_at
    from report_drafts join teams on teams.id = ${teamId}
    where team_id = ${teamId} and user_id = ${userId} and report_date = ${date}`.execute(db)
  return rows[0]
}

/** Stores a draft. Fields that are left out keep their earlier draft. @returns whether the day has no report yet */
export async function upsertDraft(
  db: Db,
  { teamId, userId }: Member,
  { report_date, ...named }: ReportPatch,
  now: Date,
): Promise<boolean> {
  const of = { team_id: teamId, user_id: userId, report_date }
  const reported = db.selectFrom('reports').select('id')
  const isReported = await hasRow(
    reported.where('team_id', '=', teamId).where('user_id', '=', userId).where('report_date', '=', report_date),
  )
  if (isReported) return false
  const version = { id: newId(), written_at: now }
  await db
    .insertInto('report_drafts')
    .values({ ...of, ...withChanges(emptyReport, named), ...version })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'user_id', 'report_date']).doUpdateSet({ ...named, ...version }),
    )
    .execute()
  return true
}

/** Deletes the draft of a day. With an id, deletes only the draft with this id, and keeps a newer one. */
export async function deleteDraft(db: Db, { teamId, userId }: Member, date: string, id?: string): Promise<void> {
  await db
    .deleteFrom('report_drafts')
    .where((is) => is.and({ team_id: teamId, user_id: userId, report_date: date, ...(id !== undefined && { id }) }))
    .execute()
}
