import { sql } from 'kysely'
import type { Source } from '#contract/backlogs.ts'
import type { FailureReason } from '#contract/errors.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { type Done, type IssuePage, issuesAtMost } from '#server/providers/issue.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
/** One import of a member's account at a tracker. */
export type ImportKey = Member & { source: Source; id: string }

export type Row = {
  id: string
  source: Source
  ended_at: Date | null
  issues_read: number
  total: number | null
  imported: number
  updated: number
  closed: number
  skipped: string[]
  failure: FailureReason | null
  retry_after: number | null
}
const columns = [
  'id',
  'source',
  'ended_at',
  'issues_read',
  'total',
  'imported',
  'updated',
  'closed',
  'skipped',
  'failure',
  'retry_after',
] as const

const ofMember = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('issue_imports')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .select(columns)

export const selectImports = (db: Db, member: Member): Promise<Row[]> =>
  ofMember(db, member).orderBy('source').execute()

export const selectImport = (db: Db, member: Member, id: string): Promise<Row | undefined> =>
  ofMember(db, member).where('id', '=', id).executeTakeFirst()

/**
 * Begins an import, in place of the last one of the same tracker.
 * @returns false if an import of the same account is running
 */
export async function insertImport(
  db: Db,
  { teamId, userId, source, id }: ImportKey,
  { account, now }: { account: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into issue_imports as i (team_id, user_id, source, id, account, tried_at)
    values (${teamId}, ${userId}, ${source}, ${id}, ${account}, ${now})
    on conflict (team_id, user_id, source) do update set
      id = excluded.id, account = excluded.account, pages = 0, cursor = null, attempts = 0, tried_at = excluded.tried_at,
      ended_at = null, issues_read = 0, total = null, known_since = null, done = null,
      imported = 0, updated = 0, closed = 0, skipped = '{}', failure = null, retry_after = null
    where i.ended_at is not null or i.account <> excluded.account
    returning true`.execute(db)
  if (rows.length === 0) return false
  await deletePages(db, { teamId, userId, source })
  return true
}

const deletePages = (db: Db, { teamId, userId, source }: Omit<ImportKey, 'id'>) =>
  db
    .deleteFrom('issue_import_rows')
    .where((is) => is.and({ team_id: teamId, user_id: userId, source }))
    .execute()

/** Selects the imports of all teams that no server has worked on lately. */
export async function selectLeft(db: Db, triedBefore: Date): Promise<ImportKey[]> {
  const { rows } = await sql<ImportKey>`
    select team_id as "teamId", user_id as "userId", source, id from issue_imports
    where ended_at is null and tried_at < ${triedBefore} order by tried_at`.execute(db)
  return rows
}

const isGoingOn = ({ teamId, userId, source, id }: ImportKey) => sql`
  team_id = ${teamId} and user_id = ${userId} and source = ${source} and id = ${id} and ended_at is null`

/** The next step of an import. `attempts`: the number of attempts, including this one. */
export type Step = { account: string; pages: number; cursor: unknown; attempts: number; issues_read: number }

/** Counts an attempt at the next step. @returns undefined if the import has ended, or is for another account */
export async function beginStep(db: Db, place: ImportKey, now: Date): Promise<Step | undefined> {
  const { rows } = await sql<Step>`
    update issue_imports set attempts = attempts + 1, tried_at = ${now} where ${isGoingOn(place)}
    returning account, pages, cursor, attempts, issues_read`.execute(db)
  return rows[0]
}

/** The result of an import so far, without the issues. */
export type ReadSoFar = {
  issues_read: number
  known_since: Date | null
  done: (Omit<Done, 'doneAt'> & { doneAt: string })[] | null
}

/**
 * Stores a page of issues, and where the next page begins.
 * @returns undefined if another attempt was faster, or the import has ended
 */
export async function storePage(
  db: Db,
  place: ImportKey,
  step: Step,
  { issues, next, total, knownSince, skipped, done }: IssuePage & { done?: Done[] },
): Promise<ReadSoFar | undefined> {
  const { rows } = await sql<ReadSoFar>`
    update issue_imports set
      pages = pages + 1, attempts = 0, cursor = ${next === null ? null : JSON.stringify(next)}::jsonb,
      issues_read = issues_read + ${issues.length}, total = coalesce(${total ?? null}, total),
      known_since = greatest(known_since, ${knownSince ?? null}), skipped = coalesce(${skipped ?? null}, skipped),
      done = coalesce(${done ? JSON.stringify(done) : null}::jsonb, done)
    where ${isGoingOn(place)} and pages = ${step.pages}
    returning issues_read, known_since, done`.execute(db)
  const { teamId, userId, source } = place
  const placed = issues.map((issue, index) => ({ ...issue, position: step.issues_read + index }))
  // An issue may be on two pages, if it moves to the next page while pages are read.
  if (rows[0] && issues.length > 0)
    await sql`
      insert into issue_import_rows (
        team_id, user_id, source, source_key, position, source_type, reference, repository, title, url, priority, updated_at
      )
      select t.id, ${userId}::uuid, ${source}, i.key, i.position, i.type, i.reference, i.repository, i.title, i.url,
        i.priority, i."updatedAt"
      from teams t cross join json_to_recordset(${JSON.stringify(placed)}) as i (
        key text, position int, type text, reference text, repository text, title text, url text, priority text,
        "updatedAt" timestamptz
      )
      where t.id = ${teamId}
      on conflict (team_id, user_id, source, source_key) do nothing`.execute(db)
  return rows[0]
}

const readBy = ({ teamId, userId, source }: ImportKey) => sql`
  team_id = ${teamId} and user_id = ${userId} and source = ${source}`

/**
 * Deletes issues beyond the maximum, and those from before `knownSince`.
 * @returns the moment since which all issues are known, null if all were read
 */
export async function cutRead(db: Db, place: ImportKey, knownSince: Date | null): Promise<Date | null> {
  const { rows } = await sql<{ updated_at: Date; position: number }>`
    select updated_at, position from issue_import_rows where ${readBy(place)}
    order by updated_at desc, position offset ${issuesAtMost - 1} limit 1`.execute(db)
  let since = knownSince
  for (const { updated_at: last, position } of rows) {
    const { numAffectedRows } = await sql`
      delete from issue_import_rows where ${readBy(place)}
        and (updated_at < ${last} or (updated_at = ${last} and position > ${position}))`.execute(db)
    if (numAffectedRows && (!since || last > since)) since = last
  }
  if (since) await sql`delete from issue_import_rows where ${readBy(place)} and updated_at < ${since}`.execute(db)
  return since
}

/** Returns whether the issues are of several repositories. Their numbers are then not unique. */
export async function selectIsOfSeveral(db: Db, place: ImportKey): Promise<boolean> {
  const { rows } = await sql<{ is_of_several: boolean }>`
    select count(distinct coalesce(repository, '')) > 1 as is_of_several
    from issue_import_rows where ${readBy(place)}`.execute(db)
  return rows[0]!.is_of_several
}

/** Ends an import and deletes its pages. @returns whether it was still running */
export async function endImport(
  db: Db,
  place: ImportKey,
  end: { imported: number; updated: number; closed: number } | { failure: FailureReason; retry_after: number | null },
  now: Date,
): Promise<boolean> {
  const { teamId, userId, source, id } = place
  const ended = db
    .updateTable('issue_imports')
    .set({ ...end, ended_at: now, cursor: null, done: null })
    .where((is) => is.and({ team_id: teamId, user_id: userId, source, id }))
    .where('ended_at', 'is', null)
    .returning('id')
  if (!(await hasRow(ended))) return false
  await deletePages(db, place)
  return true
}

/** Deletes a running import with its pages. */
export const deleteImport = (db: Db, place: ImportKey) =>
  sql`delete from issue_imports where ${isGoingOn(place)}`.execute(db)
