import { sql } from 'kysely'
import type { undoOutcomes } from '#contract/import.ts'
import { type ReportField, reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

type Team = Pick<Scope, 'teamId'>
export type ImportKey = Team & { id: string }
/** Some rows of an import, all of one member. */
type Chunk = ImportKey & { userId: string; days: readonly string[] }
export type UndoOutcome = (typeof undoOutcomes)[number]

const chosen = ({ teamId, id, userId, days }: Chunk) => sql`
  x.team_id = ${teamId} and x.import_id = ${id} and x.user_id = ${userId} and x.report_date = any(${days}::date[])`

/**
 * Returns the former `updated_at` of the row's report. A database cluster accepts such a cast in an update only within
 * a subquery.
 */
const updatedAt = (row: 'x' | 'l') => sql`(select (${sql.ref(row)}.former ->> 'updated_at')::timestamptz)`

/** Locks an import, so that one request at a time undoes its rows. */
export async function lockImport(db: Db, { teamId, id }: ImportKey) {
  const { rows } = await sql<{ fields: ReportField[]; ended_at: Date | null; undone_at: Date | null }>`
    select fields, ended_at, undone_at from report_imports where team_id = ${teamId} and id = ${id} for update`.execute(
    db,
  )
  return rows[0]
}

export async function selectMember(db: Db, { teamId, id }: ImportKey): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from report_import_rows
    where team_id = ${teamId} and import_id = ${id} and filed_at is not null and undone is null
    order by user_id limit 1`.execute(db)
  return rows[0]?.user_id
}

/**
 * Returns the member's next rows to undo, newest first, because `followBlockers` reads all later reports.
 * - `is_intact`: the report is unchanged since the import, and has no comments if the import added it. A deleted report
 *   counts, too: its author could restore it, and would get the imported text
 * - `is_new`: there was no report before, or only one of an import that has been undone since (`passToLaterImports`)
 */
export async function selectUndoable(
  db: Db,
  of: ImportKey & { userId: string },
  { fields, limit }: { fields: readonly ReportField[]; limit: number },
) {
  const { teamId, userId, id } = of
  const same = (alias: 'r' | 'd', names: readonly ReportField[]) =>
    sql.join(
      [
        sql`${sql.ref(alias)}.updated_at = x.filed_at and ${sql.ref(alias)}.report_date = x.report_date`,
        ...names.map((name) => sql`${sql.ref(`${alias}.${name}`)} = ${sql.ref(`x.${name}`)}`),
      ],
      sql` and `,
    )
  const { rows } = await sql<{
    user_id: string
    report_date: string
    report_id: string
    is_new: boolean
    characters: number
    is_intact: boolean
  }>`
    select x.user_id, x.report_date, x.report_id, x.former is null as is_new,
      coalesce(length(x.former::text), 0) as characters, (
      case when x.former is null then ${same('r', fields)} and (x.report_id <> x.id or ${same('r', reportFields)}) and not exists (
        select from comments c where c.team_id = ${teamId} and c.report_id = r.id and c.deleted_at is null
      ) when r.id is null then ${same('d', fields)} else ${same('r', fields)} end
    ) is true as is_intact
    from report_import_rows x left join reports r on r.team_id = ${teamId} and r.id = x.report_id
    left join deleted_reports d on d.team_id = ${teamId} and d.id = x.report_id
    where x.team_id = ${teamId} and x.import_id = ${id} and x.user_id = ${userId}
      and x.filed_at is not null and x.undone is null
    order by x.report_date desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Locks the reports that `selectUndoable` compares. Locks the deleted reports first, in the same order as a restore.
 */
export async function lockUndoable(
  db: Db,
  { teamId, userId, id }: ImportKey & { userId: string },
  limit: number,
): Promise<void> {
  for (const table of ['deleted_reports', 'reports'] as const)
    await sql`
      select from ${sql.table(table)} where team_id = ${teamId} and id in (
        select report_id from report_import_rows
        where team_id = ${teamId} and import_id = ${id} and user_id = ${userId} and filed_at is not null and undone is null
        order by report_date desc limit ${limit}
      ) for update`.execute(db)
}

/** Returns the blockers field of each of these reports that is visible. */
export const selectIssues = (db: Db, { teamId }: Team, ids: readonly string[]) =>
  db
    .selectFrom('reports')
    .where('team_id', '=', teamId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select(['id', 'issues'])
    .execute()

export const deleteReports = (db: Db, { teamId }: Team, ids: readonly string[]) =>
  sql`delete from reports where team_id = ${teamId} and id = any(${ids}::uuid[])`.execute(db)

/**
 * Restores the former texts, status and time of reports, including deleted ones. @returns the texts of the visible
 * reports
 */
export async function restoreReports(db: Db, chunk: Chunk) {
  const { teamId } = chunk
  const words = reportFields.map((name) => sql`${sql.ref(name)} = x.former ->> ${sql.lit(name)}`)
  const restore = (table: 'reports' | 'deleted_reports') => sql`
    update ${sql.table(table)} r set ${sql.join(words)}, status = x.former ->> 'status',
      updated_at = ${updatedAt('x')}, replaced_by = (x.former ->> 'replaced_by')::uuid
    from report_import_rows x where ${chosen(chunk)} and r.team_id = ${teamId} and r.id = x.report_id`
  await restore('deleted_reports').execute(db)
  const { rows } = await sql<{ id: string } & ReportTexts>`
    ${restore('reports')} returning r.id, ${sql.join(reportFields.map((name) => sql.ref(`r.${name}`)))}`.execute(db)
  return rows
}

/**
 * Copies the former texts of these rows to the later imports that replaced the same reports. The undo of a later import
 * then restores these texts, or deletes the report if there were none. The row of the earlier import gets the
 * `filed_at` of the later one, by which `settle` finds the row.
 */
export const passToLaterImports = (db: Db, chunk: Chunk, fields: readonly ReportField[]) => {
  const { teamId, id, userId } = chunk
  const conditions = fields.map((name) => sql`l.former ->> ${sql.lit(name)} = ${sql.ref(`x.${name}`)}`)
  return sql`
    with heirs as (
      update report_import_rows l set former = x.former from report_import_rows x
      where ${chosen(chunk)} and l.team_id = ${teamId} and l.user_id = ${userId} and l.report_date = x.report_date
        and l.report_id = x.report_id and l.import_id <> ${id} and l.filed_at is not null and l.undone is null
        and ${updatedAt('l')} = x.filed_at and ${sql.join([sql`true`, ...conditions], sql` and `)}
      returning l.report_date, x.filed_at as was, l.filed_at as becomes
    )
    update report_import_rows o set filed_at = heirs.becomes from heirs
    where o.team_id = ${teamId} and o.user_id = ${userId} and o.report_date = heirs.report_date and o.filed_at = heirs.was
      and (o.import_id = ${id} or o.undone = 'left')`.execute(db)
}

/**
 * Copies the outcome of these rows to the rows of earlier imports that have passed on their former texts to these rows
 * (`passToLaterImports`).
 */
export const settle = (db: Db, chunk: Chunk, outcome: UndoOutcome) =>
  sql`
    update report_import_rows o set undone = ${outcome} from report_import_rows x
    where ${chosen(chunk)} and o.team_id = ${chunk.teamId} and o.user_id = ${chunk.userId} and o.report_id = x.report_id
      and o.import_id <> ${chunk.id} and o.undone = 'left' and o.filed_at = x.filed_at`.execute(db)

export const markUndone = (db: Db, chunk: Chunk, outcome: UndoOutcome) =>
  sql`update report_import_rows x set undone = ${outcome} where ${chosen(chunk)}`.execute(db)

export const endUndo = (db: Db, { teamId, id }: ImportKey, now: Date) =>
  sql`update report_imports set undone_at = ${now} where team_id = ${teamId} and id = ${id}`.execute(db)
