import type { CalendarQuery, Holiday } from '#contract/holidays.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import * as holidays from './sql.ts'

export const readHolidays = ({ database }: Services, scope: Scope, days: CalendarQuery): Promise<Holiday[]> =>
  inTeam(database, scope, (db) => holidays.selectHolidays(db, scope, days))

/** Within the caller's transaction. */
export const holidaysOn = (db: Db, scope: Scope, date: string): Promise<Holiday[]> =>
  holidays.selectHolidays(db, scope, { from: date, until: date })

/** @throws AppError admins_only */
export async function keepHoliday({ database }: Services, scope: Scope, holiday: Holiday): Promise<Holiday> {
  requireAdministrator(scope)
  await inTeam(database, scope, (db) => holidays.upsertHoliday(db, scope, holiday))
  return holiday
}

/** @throws AppError admins_only */
export async function deleteHoliday({ database }: Services, scope: Scope, date: string): Promise<void> {
  requireAdministrator(scope)
  await inTeam(database, scope, (db) => holidays.deleteHoliday(db, scope, date))
}
