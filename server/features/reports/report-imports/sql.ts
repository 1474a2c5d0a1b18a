import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type PartialReportValues, type ReportField, reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { Scope, Writer } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'

type Team = Pick<Scope, 'teamId'>
/** One import of a team. */
export type ImportKey = Team & { id: string }
/** Some rows of an import, all of one member. */
type Chunk = ImportKey & { userId: string; days: readonly string[] }

export type NewImport = {
  fields: ReportField[]
  total: number
  added: number
  changed: number
  refused: number
  changed_of_others: number
  now: Date
}

export const insertImport = (
  db: Db,
  { teamId, id }: ImportKey,
  { userId, by, id: begunWith }: Writer,
  { now, ...counts }: NewImport,
) =>
  db
    .insertInto('report_imports')
    .values({
      team_id: teamId,
      id,
      user_id: userId,
      begun_by: by,
      begun_with: begunWith,
      created_at: now,
      alive_at: now,
      ...counts,
    })
    .execute()

/** A report that an import wrote. `former`: the blockers field before the import; null if the report is new. */
export type Written = { id: string; former: string | null } & ReportTexts

/** A row of an import. `seen_at`: the report's `updated_at` when the file was read; null if there was no report. */
export type NewRow = ReportTexts & { user_id: string; report_date: string; id: string; seen_at: string | null }

export const insertImportRows = (db: Db, { teamId, id }: ImportKey, rows: readonly NewRow[]) =>
  insertRows(
    db,
    'report_import_rows',
    rows.map((row) => ({ team_id: teamId, import_id: id, ...row })),
  ).execute()

const chosen = ({ teamId, id, userId, days }: Chunk) => sql`
  x.team_id = ${teamId} and x.import_id = ${id} and x.user_id = ${userId} and x.report_date = any(${days}::date[])`

const characters = sql.join(
  reportFields.map((field) => sql`length(${sql.ref(field)})`),
  sql` + `,
)

/** Returns the next rows to write, in the order of members and days, with their size. */
export async function selectNext(db: Db, { teamId, id }: ImportKey, limit: number) {
  const { rows } = await sql<{ user_id: string; report_date: string; characters: number; blockers: number }>`
    select user_id, report_date, ${characters} as characters,
      1 + length(issues) - length(translate(issues, E'\n\r', '')) as blockers
    from report_import_rows where team_id = ${teamId} and import_id = ${id} and filed_at is null and not written_meanwhile
    order by user_id, report_date limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns the rows for which there was no report when the file was read. `written_at`: noon of the report's day in the
 * team's zone, but not later than now, so that the report does not appear as news of today.
 */
export async function selectAdded(db: Db, chunk: Chunk, now: Date) {
  const { rows } = await sql<ReportTexts & { id: string; report_date: string; written_at: Date }>`
    select x.id, x.report_date, ${wordsOf('x', reportFields)},
      least(${now}::timestamptz, (x.report_date + time '12:00') at time zone t.time_zone) as written_at
    from report_import_rows x join teams t on t.id = ${chunk.teamId}
    where ${chosen(chunk)} and x.seen_at is null`.execute(db)
  return rows
}

/**
 * Locks the reports that rows replace, and stores their former content in the rows. Skips a report that has changed
 * since the file was read: `markUnwritten` marks its row.
 * @returns each report with its new text
 */
export async function saveFormer(db: Db, chunk: Chunk, fields: readonly ReportField[]) {
  const { teamId, userId, days } = chunk
  await sql`
    select from reports where team_id = ${teamId} and user_id = ${userId} and report_date = any(${days}::date[])
    for update`.execute(db)
  const former = sql.join(
    [...reportFields, 'status', 'updated_at', 'replaced_by'].flatMap((name) => [sql.lit(name), sql.ref(`r.${name}`)]),
  )
  // A database cluster accepts `jsonb_build_object` of columns in an update only within a subquery.
  const { rows } = await sql<PartialReportValues & { id: string; report_date: string }>`
    update report_import_rows x set former = (select jsonb_build_object(${former}))
    from reports r where ${chosen(chunk)} and ${ownReport(chunk)} and r.updated_at = x.seen_at
    returning ${sql.join([sql`r.id, r.report_date`, ...fields.map((field) => sql.ref(`x.${field}`))])}`.execute(db)
  return rows
}

/** Marks the rows with a written report. @returns the texts of those reports */
export async function markFiled(db: Db, chunk: Chunk) {
  const { rows } = await sql<Written>`
    update report_import_rows x set report_id = r.id, filed_at = r.updated_at from reports r
    where ${chosen(chunk)} and ${ownReport(chunk)} and (x.former is not null or r.id = x.id)
    returning r.id, x.former ->> 'issues' as former, ${wordsOf('r', reportFields)}`.execute(db)
  return rows
}

const ownReport = ({ teamId, userId }: Chunk) =>
  sql`r.team_id = ${teamId} and r.user_id = ${userId} and r.report_date = x.report_date`

const wordsOf = (alias: 'r' | 'x', fields: readonly ReportField[]) =>
  sql.join(fields.map((field) => sql.ref(`${alias}.${field}`)))

/** Marks the rows without a written report, and counts them as refused. @returns the number of marked rows */
export async function markUnwritten(db: Db, chunk: Chunk): Promise<number> {
  const { rows } = await sql<{ is_new: boolean }>`
    update report_import_rows x set written_meanwhile = true where ${chosen(chunk)} and x.filed_at is null
    returning x.seen_at is null as is_new`.execute(db)
  const added = rows.filter((row) => row.is_new).length
  const { length } = rows
  if (length > 0)
    await sql`update report_imports set added = added - ${added}, changed = changed - ${length - added},
      refused = refused + ${length} where ${place(chunk)}`.execute(db)
  return length
}

/**
 * Returns the members and days of the reports that the import left unchanged, because somebody wrote them meanwhile.
 */
export async function selectLeftAlone(db: Db, { teamId, id }: ImportKey) {
  const { rows } = await sql<{ user_id: string; report_date: string }>`
    select user_id, report_date from report_import_rows
    where team_id = ${teamId} and import_id = ${id} and written_meanwhile`.execute(db)
  return rows
}

const place = ({ teamId, id }: ImportKey) => sql`team_id = ${teamId} and id = ${id}`

/** Locks an import, so that only one server writes its rows at a time. */
export async function lockImport(db: Db, of: ImportKey) {
  type Locked = {
    user_id: string | null
    begun_by: Writer['by']
    begun_with: string
    fields: ReportField[]
    ended_at: Date | null
  }
  const { rows } = await sql<Locked>`
    select user_id, begun_by, begun_with, fields, ended_at from report_imports where ${place(of)} for update`.execute(
    db,
  )
  return rows[0]
}

/** Counts written rows, and updates the heartbeat. */
export const updateFiled = (db: Db, of: ImportKey, filed: number, now: Date) =>
  sql`update report_imports set filed = filed + ${filed}, alive_at = ${now}, attempts = 1 where ${place(of)}`.execute(
    db,
  )

export const endImport = (db: Db, of: ImportKey, outcome: 'done' | 'failed' | 'stopped', now: Date) =>
  sql`update report_imports set ended_at = ${now}, has_failed = ${outcome !== 'done'}, is_stopped = ${outcome === 'stopped'}
    where ${place(of)} and ended_at is null`.execute(db)

/** Releases an import: the next server that looks for unfinished imports takes it over. */
export const releaseImport = (db: Db, of: ImportKey) =>
  sql`update report_imports set alive_at = 'epoch' where ${place(of)} and ended_at is null`.execute(db)

/** Returns the imports without a recent heartbeat. */
export async function selectLeft(db: Db, quietSince: Date): Promise<ImportKey[]> {
  const { rows } = await sql<ImportKey>`
    select team_id as "teamId", id from report_imports where ended_at is null and alive_at < ${quietSince}
    order by alive_at`.execute(db)
  return rows
}

/**
 * Takes over an import. Returns how many servers have worked on the import since rows were last written, including this
 * server; undefined if another server was faster.
 */
export async function takeOver(db: Db, of: ImportKey, { now, quietSince }: { now: Date; quietSince: Date }) {
  const { rows } = await sql<{ attempts: number }>`
    update report_imports set alive_at = ${now}, attempts = attempts + 1
    where ${place(of)} and ended_at is null and alive_at < ${quietSince} returning attempts`.execute(db)
  return rows[0]?.attempts
}

type Asked = { id?: string | undefined; userId?: string | undefined; since: Date }

/** Counts the imports since a moment that replaced reports of others and are not undone. */
export async function countReplacing(db: Db, { teamId }: Team, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_imports
    where team_id = ${teamId} and created_at > ${since} and changed_of_others > 0 and undone_at is null`.execute(db)
  return rows[0]!.count
}

const newestListed = 20

/**
 * Returns the team's imports since a moment, newest first: one, those of a member, or all. Lists the newest ones, and all
 * that replaced reports of others and are not undone.
 */
export async function selectImports(db: Db, { teamId }: Team, { id, userId, since }: Asked) {
  const undone = (outcome: string) => sql`count(*) filter (where x.undone = ${outcome})::int as ${sql.ref(outcome)}`
  const { rows } = await sql<ImportRow>`
    with ranked as (
      select *, row_number() over (order by created_at desc, id desc) as newest from report_imports
      where team_id = ${teamId} and created_at > ${since}
        ${id ? sql`and id = ${id}` : sql``} ${userId ? sql`and user_id = ${userId}` : sql``}
    )
    select i.id, i.user_id, u.display_name as user_name, iso_in_zone(i.created_at, t.time_zone) as created_at, i.created_at as began_at,
      iso_in_zone(i.created_at + ${limits.importUndo} * interval '1 hour', t.time_zone) as undo_until, i.total, i.filed, i.added, i.changed, i.refused,
      i.ended_at, i.has_failed, i.is_stopped, i.undone_at, x.*
    from ranked i left join users u on u.team_id = ${teamId} and u.id = i.user_id join teams t on t.id = ${teamId}
      cross join lateral (
        select ${undone('removed')}, ${undone('restored')}, ${undone('left')},
          count(*) filter (where x.written_meanwhile)::int as written_meanwhile
        from report_import_rows x where x.team_id = ${teamId} and x.import_id = i.id
      ) x
    where i.newest <= ${newestListed} or (i.changed_of_others > 0 and i.undone_at is null)
    order by i.created_at desc, i.id desc`.execute(db)
  return rows
}
export type ImportRow = Record<'id' | 'created_at', string> &
  Record<'user_id' | 'user_name', string | null> &
  Record<
    'total' | 'filed' | 'added' | 'changed' | 'refused' | 'written_meanwhile' | 'removed' | 'restored' | 'left',
    number
  > &
  Record<'ended_at' | 'undone_at', Date | null> &
  Record<'has_failed' | 'is_stopped', boolean> & { began_at: Date; undo_until: string | null }

export const isOld = (before: Date) => sql<boolean>`created_at < ${before}`
