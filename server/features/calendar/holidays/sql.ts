import { sql } from 'kysely'
import type { CalendarQuery, Holiday, ListedHoliday } from '#contract/holidays.ts'
import type { Language } from '#contract/languages.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'

export const selectHolidays = (
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  { from, until }: CalendarQuery,
): Promise<ListedHoliday[]> =>
  db
    .selectFrom('holidays')
    .where('team_id', '=', teamId)
    .where('date', '>=', from)
    .where('date', '<=', until)
    .orderBy('date')
    .select(['date', 'name', 'added_automatically'])
    .execute()

export const upsertHoliday = (db: Db, { teamId }: Scope, { date, name }: Holiday) =>
  db
    .insertInto('holidays')
    .values({ team_id: teamId, date, name })
    .onConflict((conflict) => conflict.columns(['team_id', 'date']).doUpdateSet({ name, added_automatically: false }))
    .execute()

/** Deletes a holiday, and records it as removed so that no job adds it again. */
export async function deleteHoliday(db: Db, { teamId }: Scope, date: string): Promise<void> {
  const deleted = await db
    .deleteFrom('holidays')
    .where('team_id', '=', teamId)
    .where('date', '=', date)
    .executeTakeFirst()
  if (deleted.numDeletedRows === 0n) return
  await db
    .insertInto('removed_holidays')
    .values({ team_id: teamId, date })
    .onConflict((conflict) => conflict.columns(['team_id', 'date']).doNothing())
    .execute()
}

/** Deletes the days that have these names, without recording them as removed. */
export async function deleteUnchanged(db: Db, { teamId }: Pick<Scope, 'teamId'>, days: readonly Holiday[]) {
  if (days.length === 0) return
  await db
    .deleteFrom('holidays')
    .where('team_id', '=', teamId)
    .where(({ and, or }) => or(days.map(({ date, name }) => and({ date, name }))))
    .execute()
}

export const forgetRemoved = (db: Db, { teamId }: Pick<Scope, 'teamId'>, dates: readonly string[]) =>
  db
    .deleteFrom('removed_holidays')
    .where('team_id', '=', teamId)
    .where('date', '=', sql<string>`any(${dates}::date[])`)
    .execute()

export const selectRemoved = async (db: Db, { teamId }: Pick<Scope, 'teamId'>): Promise<string[]> =>
  (await db.selectFrom('removed_holidays').where('team_id', '=', teamId).select('date').execute()).map(
    ({ date }) => date,
  )

/** Adds the days that are not holidays yet. @returns the added days */
export async function insertMissing(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  days: readonly Holiday[],
  added_automatically = false,
): Promise<string[]> {
  if (days.length === 0) return []
  const rows = days.map(({ date, name }) => ({ team_id: teamId, date, name, added_automatically }))
  const added = await insertRows(db, 'holidays', rows)
    .onConflict((conflict) => conflict.columns(['team_id', 'date']).doNothing())
    .returning('date')
    .execute()
  return added.map(({ date }) => date)
}

/** Returns which of the days are holidays. */
export async function selectExisting(db: Db, { teamId }: Scope, dates: readonly string[]): Promise<Set<string>> {
  if (dates.length === 0) return new Set()
  const known = await db
    .selectFrom('holidays')
    .where('team_id', '=', teamId)
    .where('date', '=', sql<string>`any(${dates}::date[])`)
    .select('date')
    .execute()
  return new Set(known.map(({ date }) => date))
}

export const selectTeam = (
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
): Promise<{ language: Language; timeZone: string }> =>
  db
    .selectFrom('teams')
    .where('id', '=', teamId)
    .select((columns) => [columns.ref('language').$castTo<Language>().as('language'), 'time_zone as timeZone'])
    .executeTakeFirstOrThrow()
