import { v7 as newId } from 'uuid'
import { reportFields } from '#contract/report-fields.ts'
import type { LatestReport, Report, ReportDraft } from '#contract/reports.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inTeam, isTaken, type JsonText } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { indexTexts } from '../search/operations.ts'
import { forgetReport, moveReport, queueReport } from '../notifications/operations.ts'
import { isTooFar, isTooLate, mayChange } from './policy.ts'
import * as reports from './sql.ts'

/**
 * Files the member's report for one day.
 * @throws AppError date_in_future, report_exists
 */
export function submitReport(services: Services, scope: Scope, draft: ReportDraft): Promise<Report> {
  const { database, now } = services
  refuseFuture(draft, now())
  return inTeam(database, scope, async (db) => {
    const id = await reports.insertReport(db, scope, draft, newId(), now())
    if (!id) throw reportExists()
    await queueReport(services, db, scope, draft.report_date)
    await indexTexts(db, scope, 'report', id, textsOf(draft))
    return reports.selectReport(db, scope, id)
  })
}

const textsOf = (draft: ReportDraft) => reportFields.map((field) => draft[field])

/** @throws AppError date_in_future, not_found, not_yours, report_exists: it may not move onto another report */
export async function changeReport(
  { database, now }: Services,
  scope: Scope,
  id: string,
  draft: ReportDraft,
): Promise<Report> {
  refuseFuture(draft, now())
  try {
    return await inTeam(database, scope, async (db) => {
      const from = await requireOwn(db, scope, id)
      await reports.updateReport(db, scope, id, draft, now())
      await moveReport(db, scope, { from, to: draft.report_date })
      await indexTexts(db, scope, 'report', id, textsOf(draft))
      return reports.selectReport(db, scope, id)
    })
  } catch (error) {
    throw isTaken(error, 'reports_one_a_day') ? reportExists() : error
  }
}

/** @throws AppError not_found, not_yours */
export const deleteReport = (services: Services, scope: Scope, id: string): Promise<void> =>
  inTeam(services.database, scope, async (db) => {
    await requireOwn(db, scope, id)
    const day = await reports.deleteReport(db, scope, id)
    if (day) await forgetReport(services, db, scope, day)
  })

/** Everybody in a team reads everybody's reports (S6.03), so the scope is the whole policy. */
export const readDay = (
  { database }: Services,
  scope: Scope,
  day: { date: string; limit: number; offset: number },
): Promise<JsonText> => inTeam(database, scope, (db) => reports.selectDay(db, scope, day))

/** @throws AppError invalid_input: the two days are the wrong way round or too far apart */
export async function readReportedDays(
  { database }: Services,
  scope: Scope,
  from: string,
  to: string,
): Promise<string[]> {
  if (isTooFar(from, to)) throw new AppError('invalid_input', { field: { name: 'to', code: 'out_of_range' } })
  return inTeam(database, scope, (db) => reports.selectReportedDays(db, scope, from, to))
}

export const readLatest = ({ database }: Services, scope: Scope): Promise<LatestReport | undefined> =>
  inTeam(database, scope, (db) => reports.selectLatest(db, scope))

function refuseFuture({ report_date }: ReportDraft, now: Date) {
  if (isTooLate(report_date, now))
    throw new AppError('date_in_future', { field: { name: 'report_date', code: 'out_of_range' } })
}

const reportExists = () => new AppError('report_exists', { field: { name: 'report_date', code: 'taken' } })

/** @returns the day it is of */
async function requireOwn(db: Db, scope: Scope, id: string): Promise<string> {
  const report = await reports.selectForUpdate(db, scope, id)
  if (!report) throw new AppError('not_found')
  if (!mayChange(scope, report.user_id)) throw new AppError('not_yours')
  return report.report_date
}
