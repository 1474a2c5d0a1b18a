import type { CalendarQuery, Holiday, HolidayCountries, HolidayImport, Imported } from '#contract/holidays.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { holidaysIn } from './calendar-file.ts'
import { holidaysOf, importableCountries } from './countries.ts'
import * as holidays from './sql.ts'

export const readHolidays = ({ database }: Services, scope: Scope, days: CalendarQuery): Promise<Holiday[]> =>
  inTeam(database, scope, (db) => holidays.selectHolidays(db, scope, days))

/** Within the caller's transaction. */
export const holidaysBetween = (db: Db, team: Pick<Scope, 'teamId'>, days: CalendarQuery): Promise<Holiday[]> =>
  holidays.selectHolidays(db, team, days)

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

/** @throws AppError admins_only */
export function readCountries(scope: Scope): Promise<HolidayCountries> {
  requireAdministrator(scope)
  return importableCountries()
}

/**
 * Takes over the holidays of a country's year, in the team's language, or of an .ics file; days that are holidays already stay.
 * @param preview says what would come of it and writes nothing
 * @throws AppError admins_only, invalid_input: an unknown country or region, calendar_unreadable
 */
export async function importHolidays(
  { database, now }: Services,
  scope: Scope,
  from: HolidayImport | string,
  preview: boolean,
): Promise<Imported> {
  requireAdministrator(scope)
  const isFile = typeof from === 'string'
  const file = isFile && (await holidaysIn(from, now().getUTCFullYear()))
  return inTeam(database, scope, async (db) => {
    const days = file || (await holidaysOf(from as HolidayImport, await holidays.selectLanguage(db, scope)))
    if (!days) throw new AppError('invalid_input', { field: { name: 'country', code: 'invalid' } })
    const added = preview ? await holidays.countOthers(db, scope, days) : await holidays.insertOthers(db, scope, days)
    return { added, kept: days.length - added }
  })
}
