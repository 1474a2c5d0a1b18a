import { sql } from 'kysely'
import type { ExportQuery, exportKinds } from '#contract/export.ts'
import { valueFields } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { midnight } from '#server/db/fragments/midnight.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import { isVisible } from '#server/db/fragments/visible-comments.ts'

export type Kind = (typeof exportKinds)[number]
export type ExportedEntry = Record<string, string | null>
/** The position of the last exported entry. */
export type Cursor = { at: string; id: string }
export type Wanted = Pick<ExportQuery, 'from' | 'until' | 'user_id'>

const columnsOf = {
  report: sql.join([
    sql`x.report_date::text as date`,
    ...valueFields.map((field) => sql.ref(`x.${field}`)),
    sql`iso_in_zone(nullif(x.updated_at, x.created_at), t.time_zone) as edited_at`,
    sql`x.report_time, x.added_later::text as added_later`,
  ]),
  insight: sql`(x.created_at at time zone t.time_zone)::date::text as date, x.type, x.note as text,
    iso_in_zone(x.edited_at, t.time_zone) as edited_at`,
  comment: sql`(x.created_at at time zone t.time_zone)::date::text as date, x.body as text, x.report_id, x.insight_id,
    iso_in_zone(x.edited_at, t.time_zone) as edited_at`,
}

/** The time of an entry. It is null for an imported report, whose time is not known (E4.19). */
const knownTime = sql`case when not x.is_imported then x.created_at end`

/** The columns by which the entries of each kind are sorted. */
const order = {
  report: { column: sql`x.report_date`, type: sql`date` },
  insight: { column: sql`x.created_at`, type: sql`timestamptz` },
  comment: { column: sql`x.created_at`, type: sql`timestamptz` },
}

/** Selects the entries of one kind after the cursor, oldest first. A former member has no email address. */
export async function selectEntries(
  db: Db,
  scope: Scope,
  kind: Kind,
  { from, until, user_id }: Wanted,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<(ExportedEntry & Cursor)[]> {
  const { column, type } = order[kind]
  const begin = (date: string, days: number) =>
    kind === 'report' ? sql`${date}::date + ${days}::int` : midnight(scope, date, days)
  const conditions = [
    sql`x.team_id = ${scope.teamId}`,
    ...(kind === 'comment' ? [isVisible('x')] : []),
    ...(user_id ? [sql`x.user_id = ${user_id}`] : []),
    ...(from ? [sql`${column} >= ${begin(from, 0)}`] : []),
    ...(until ? [sql`${column} < ${begin(until, 1)}`] : []),
    ...(after ? [sql`(${column}, x.id) > (${after.at}::${type}, ${after.id}::uuid)`] : []),
  ]
  const { rows } = await sql<ExportedEntry & Cursor>`
    select ${kind} as kind, x.id, x.user_id, u.display_name as user_name, case when u.left_at is null then u.email end as email,
      ${columnsOf[kind]}, iso_in_zone(${kind === 'report' ? knownTime : sql`x.created_at`}, t.time_zone) as created_at, ${column}::text as at
    from ${sql.table(`${kind}s`)} x
    join users u on u.team_id = ${scope.teamId} and u.id = x.user_id
    join teams t on t.id = ${scope.teamId}
    where ${sql.join(conditions, sql` and `)}
    order by ${column}, x.id ${rowsOfPage({ limit })}`.execute(db)
  return rows
}
