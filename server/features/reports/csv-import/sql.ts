import { sql } from 'kysely'
import { type ReportField, reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

type Team = Pick<Scope, 'teamId'>

/**
 * Returns the caller and the members with these addresses, with their time zones. Leaves out former members.
 * @param byName whether the file may name people: then returns all current members
 */
export const selectMembers = (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  { keys, byName }: { keys: readonly string[]; byName: boolean },
) =>
  db
    .selectFrom('users')
    .innerJoin('teams', (join) => join.on('teams.id', '=', teamId))
    .where('users.team_id', '=', teamId)
    .where(sql<boolean>`(${byName} or users.id = ${userId} or users.email_key = any(${keys}))`)
    .where('left_at', 'is', null)
    .select(['users.id', 'email_key', 'display_name', 'first_name', 'family_name'])
    .select(sql<string>`coalesce(users.time_zone, teams.time_zone)`.as('time_zone'))
    .execute()

/** A row of a file, with hashes of its texts. */
export type Wanted = { userId: string; day: string; hashes: ReportTexts }

/**
 * Returns the existing reports of these members and days, and whether their texts equal those of the file. Compares
 * hashes. `seen_at`: the report's `updated_at` as text, because a Date would lose the microseconds.
 */
export async function selectWritten(
  db: Db,
  { teamId }: Team,
  wanted: readonly Wanted[],
  fields: readonly ReportField[],
) {
  const same = fields.map(
    (field) => sql`encode(sha256(convert_to(${sql.ref(`r.${field}`)}, 'UTF8')), 'hex') = ${sql.ref(`w.${field}`)}`,
  )
  const hashes = (field: ReportField) => sql`${wanted.map((row) => row.hashes[field])}::text[]`
  const { rows } = await sql<{ user_id: string; report_date: string; seen_at: string; is_same: boolean }>`
    select r.user_id, r.report_date, r.updated_at::text as seen_at, ${same.length > 0 ? sql.join(same, sql` and `) : sql`true`} as is_same
    from unnest(
      ${wanted.map(({ userId }) => userId)}::uuid[], ${wanted.map(({ day }) => day)}::date[],
      ${sql.join(reportFields.map(hashes))}
    ) as w (user_id, day, ${sql.join(reportFields.map((field) => sql.ref(field)))})
    join reports r on r.team_id = ${teamId} and r.user_id = w.user_id and r.report_date = w.day`.execute(db)
  return rows
}

/** Returns the first characters of a report's texts. */
export const selectBeginning = (db: Db, { teamId }: Team, { userId, day }: Omit<Wanted, 'hashes'>, longest: number) =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: teamId, user_id: userId, report_date: day }))
    .select(reportFields.map((field) => sql<string>`left(${sql.ref(field)}, ${longest})`.as(field)))
    .executeTakeFirst()
