import type { CalendarQuery, Holiday } from '#contract/holidays.ts'
import type { Language } from '#contract/languages.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

export const selectHolidays = (
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  { from, until }: CalendarQuery,
): Promise<Holiday[]> =>
  db
    .selectFrom('holidays')
    .where('team_id', '=', teamId)
    .where('date', '>=', from)
    .where('date', '<=', until)
    .orderBy('date')
    .select(['date', 'name'])
    .execute()

export const upsertHoliday = (db: Db, { teamId }: Scope, { date, name }: Holiday) =>
  db
    .insertInto('holidays')
    .values({ team_id: teamId, date, name })
    .onConflict((conflict) => conflict.columns(['team_id', 'date']).doUpdateSet({ name }))
    .execute()

export const deleteHoliday = (db: Db, { teamId }: Scope, date: string) =>
  db.deleteFrom('holidays').where('team_id', '=', teamId).where('date', '=', date).execute()

/** @returns how many became holidays; those that are some already stay as they are */
export async function insertOthers(db: Db, { teamId }: Scope, days: readonly Holiday[]): Promise<number> {
  if (days.length === 0) return 0
  const added = await db
    .insertInto('holidays')
    .values(days.map(({ date, name }) => ({ team_id: teamId, date, name })))
    .onConflict((conflict) => conflict.columns(['team_id', 'date']).doNothing())
    .executeTakeFirst()
  return Number(added.numInsertedOrUpdatedRows)
}

/** @returns how many of the days are no holidays yet */
export async function countOthers(db: Db, { teamId }: Scope, days: readonly Holiday[]): Promise<number> {
  if (days.length === 0) return 0
  const dates = days.map(({ date }) => date)
  const known = await db
    .selectFrom('holidays')
    .where('team_id', '=', teamId)
    .where('date', 'in', dates)
    .select('date')
    .execute()
  return days.length - known.length
}

/** The team's. */
export const selectLanguage = async (db: Db, { teamId }: Scope): Promise<Language> =>
  (
    await db
      .selectFrom('teams')
      .where('id', '=', teamId)
      .select((columns) => columns.ref('language').$castTo<Language>().as('language'))
      .executeTakeFirstOrThrow()
  ).language
