import {
  type CalendarQuery,
  type ChosenHolidays,
  type Holiday,
  type HolidayCountries,
  HolidayDay,
  type Imported,
  type ImportedFrom,
  type ListedHoliday,
} from '#contract/holidays.ts'
import type { Language } from '#contract/languages.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { fairTurns } from '#server/load/turns.ts'
import type { CalendarFile } from './calendar-file.ts'
import type { Region } from './countries.ts'
import { type FoundDay, joinDays } from './found-days.ts'
import { runInWorker, ReadingEnded } from './run-in-worker.ts'
import * as holidays from './sql.ts'

export const readHolidays = ({ database }: Services, scope: Scope, days: CalendarQuery): Promise<ListedHoliday[]> =>
  withTeamTransaction(database, scope, (db) => holidays.selectHolidays(db, scope, days))

/** Returns the team's holidays in a range. Must run in the caller's transaction. */
export const holidaysBetween = (db: Db, team: Pick<Scope, 'teamId'>, days: CalendarQuery): Promise<ListedHoliday[]> =>
  holidays.selectHolidays(db, team, days)

/** @throws AppError admins_only, invalid_input */
export async function saveHoliday({ database }: Services, scope: Scope, holiday: Holiday): Promise<Holiday> {
  requireAdministrator(scope)
  if (!HolidayDay.safeParse(holiday).success)
    throw new AppError('invalid_input', { field: { name: 'date', code: 'year_out_of_range' } })
  await withTeamTransaction(
    database,
    answering(scope, () => holiday),
    async (db) => {
      await holidays.upsertHoliday(db, scope, holiday)
      await holidays.forgetRemoved(db, scope, [holiday.date])
    },
  )
  return holiday
}

/** @throws AppError admins_only */
export async function deleteHoliday({ database }: Services, scope: Scope, date: string): Promise<void> {
  requireAdministrator(scope)
  await withTeamTransaction(database, answering(scope), (db) => holidays.deleteHoliday(db, scope, date))
}

/** A calendar file can take a thread five seconds, so teams take turns at the two threads. */
const turns = fairTurns({ atOnce: 2, waitingMost: 4, longestWaitMs: 30_000 })

/** @throws AppError admins_only, busy */
export async function readCountries(scope: Scope, gone: AbortSignal): Promise<HolidayCountries> {
  requireAdministrator(scope)
  return turns(scope, gone, () => readUnlessGone(gone, () => runInWorker('countries', undefined)))
}

/** @throws AppError busy */
async function readUnlessGone<Read>(gone: AbortSignal, read: () => Promise<Read>): Promise<Read> {
  if (gone.aborted) throw new AppError('busy')
  return read()
}

/**
 * Adds the public holidays of a country's year in the team's language, the days of an .ics file, or chosen days.
 * Existing holidays do not change.
 * @param preview lists the days without adding them
 * @throws AppError admins_only, invalid_input: an unknown country or region, calendar_unreadable, busy
 */
export async function importHolidays(
  { database, now }: Services,
  scope: Scope,
  from: ImportedFrom,
  { preview, gone }: { preview: boolean; gone: AbortSignal },
): Promise<Imported> {
  requireAdministrator(scope)
  const team = await withTeamTransaction(database, scope, (db) => readTeam(db, scope))
  const thisYear = now().getUTCFullYear()
  const { days, unreadLines } = await turns(scope, gone, () =>
    readUnlessGone(gone, () => readDays(from, thisYear, team)),
  )
  const proposed = days.filter(({ isProposed }) => isProposed)
  return withTeamTransaction(database, answering(scope), async (db) => {
    const known = await holidays.selectExisting(
      db,
      scope,
      days.map(({ date }) => date),
    )
    const others = proposed.filter(({ date }) => !known.has(date))
    const added = preview ? others.length : await addChosen(db, scope, others)
    const found = days.map(({ date, name, isProposed, entries }) => ({
      date,
      name,
      is_proposed: isProposed,
      is_holiday: known.has(date),
      entries,
    }))
    return { added, kept: proposed.length - added, unread_lines: unreadLines, ...(preview && { days: found }) }
  })
}

/** Adds days that an administrator has chosen, also days that were removed before. @returns the number of added days */
async function addChosen(db: Db, scope: Scope, days: readonly Holiday[]): Promise<number> {
  const added = await holidays.insertMissing(db, scope, days)
  if (added.length > 0) await holidays.forgetRemoved(db, scope, added)
  return added.length
}

type Team = { language: Language; timeZone: string }

/** Returns the team's language and time zone. Must run in the caller's transaction. */
export const readTeam = (db: Db, team: Pick<Scope, 'teamId'>): Promise<Team> => holidays.selectTeam(db, team)

/**
 * Adds days that are not holidays yet and that no administrator has removed. Must run in the caller's transaction.
 * @param automatically marks the days in the list of holidays as added by the team's subscription
 * @returns the added days
 */
export async function addUnlessRemoved(
  db: Db,
  team: Pick<Scope, 'teamId'>,
  days: readonly Holiday[],
  automatically = false,
): Promise<string[]> {
  const removed = new Set(await holidays.selectRemoved(db, team))
  const others = days.filter(({ date }) => !removed.has(date))
  return holidays.insertMissing(db, team, others, automatically)
}

/** Removes the days that still have these names. They may be added again. Must run in the caller's transaction. */
export const removeUnchanged = (db: Db, team: Pick<Scope, 'teamId'>, days: readonly Holiday[]) =>
  holidays.deleteUnchanged(db, team, days)

/** @throws AppError invalid_input: an unknown country or region */
export async function publicHolidays(place: Region, years: readonly number[], language: Language): Promise<Holiday[]> {
  return (await readCountry(place, years, language)).filter(({ isProposed }) => isProposed)
}

async function readDays(from: ImportedFrom, thisYear: number, team: Team): Promise<CalendarFile> {
  if (typeof from === 'string') return readFile(from, thisYear, team.timeZone)
  if ('holidays' in from) return { days: chosenDays(from), unreadLines: 0 }
  return { days: await readCountry(from, [from.year], team.language), unreadLines: 0 }
}

const chosenDays = ({ holidays: chosen }: ChosenHolidays): FoundDay[] =>
  joinDays(chosen.map((holiday) => ({ ...holiday, isProposed: true })))

/** @throws AppError calendar_unreadable */
async function readFile(file: string, thisYear: number, timeZone: string): Promise<CalendarFile> {
  const read = await runInWorker('file', { file, thisYear, timeZone }).catch((cause: unknown) => {
    if (cause instanceof ReadingEnded) return undefined
    throw cause
  })
  if (!read) throw new AppError('calendar_unreadable')
  return read
}

/** @throws AppError invalid_input: an unknown country or region */
async function readCountry(
  { country, region }: Region,
  years: readonly number[],
  language: Language,
): Promise<FoundDay[]> {
  const days = await runInWorker('days', { place: { country, region }, years, language })
  if (!days) throw new AppError('invalid_input', { field: { name: 'country', code: 'invalid' } })
  return days
}
