import type { CalendarQuery, Holiday } from '#contract/holidays.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

export const selectHolidays = (db: Db, { teamId }: Scope, { from, until }: CalendarQuery): Promise<Holiday[]> =>
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
