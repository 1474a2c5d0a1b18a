import { v7 as newId } from 'uuid'
import { namesBlocker } from '#contract/no-blocker.ts'
import { emptyReport, reportFields, withChanges } from '#contract/report-fields.ts'
import type { BlockerChoice, LatestReport, Report, ReportChange, ReportDraft } from '#contract/reports.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction, isUniqueViolation } from '#server/db/database.ts'
import { finishFirstStep } from '#server/db/accounts/first-steps.ts'
import {
  restoreRows,
  type DeletedReport,
  restorableSince,
  selectDeletedOn,
} from '#server/db/deleted-reports/restored-reports.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { forgetDraft } from '../prefill/operations.ts'
import { followBlockers, lockMember } from '#server/features/blockers/operations.ts'
import { followMonths, isAddedLater } from '../month-approval/operations.ts'
import { indexTexts } from '#server/features/search/operations.ts'
import { queueReport, moveReport } from '#server/features/notifications/queue/operations.ts'
import { followMentions } from '../report-mentions/operations.ts'
import { queueEventFor } from '#server/webhook-events/operations.ts'
import { type Page, pageOfDay } from './day-page.ts'
import { keptDaysOf } from './day-page.ts'
import { daysBetween, isRangeTooLong, isTooLate } from './policy.ts'
import { requireAuthor } from '#server/access/authors.ts'
import { requireUnchanged } from '#server/access/unchanged.ts'
import { renewPosts } from '#server/db/outbox.ts'
import * as reports from './sql.ts'

type Target = {
  /** Returns the id of the report to change, or undefined to create a report. */
  find?: (db: Db) => Promise<string | undefined> | string
  /** The report from which the edit began (E2.07). */
  before?: ReportChange['before']
}

/**
 * Creates or changes a report of the member. Every caller that writes a single report must use this function.
 * @throws AppError date_in_future, not_found, not_yours; report_exists: the day has another report; report_changed: the
 * report no longer equals `before`; blocker_changed: a blocker that is chosen as still open ended before the report
 */
export async function upsertReport(
  services: Services,
  scope: Scope,
  write: ReportWrite,
  { find, before }: Target = {},
): Promise<Report> {
  if (isReportTooLate(write, services.now()))
    throw new AppError('date_in_future', { field: { name: 'report_date', code: 'out_of_range' } })
  try {
    return await withTeamTransaction(services.database, answering(scope), async (db) => {
      const id = await find?.(db)
      return id ? changeReport(services, db, scope, id, write, before) : fileReport(services, db, scope, write)
    })
  } catch (error) {
    throw isUniqueViolation(error, 'reports_one_a_day') ? reportExists() : error
  }
}

/**
 * Creates the report of a day. If a deleted report of that day can still be restored, restores it with its comments,
 * reactions, read marks and blockers, and gives it the new text (E2.01).
 */
async function fileReport(services: Services, db: Db, scope: Scope, write: ReportWrite): Promise<Report> {
  const { blockers: choices = [], mentions: picked, ...named } = write
  const now = services.now()
  const [, deleted, added_later] = await Promise.all([
    lockMember(db, scope),
    selectDeletedOn(db, scope, named.report_date, restorableSince(now)),
    isAddedLater(db, scope, named.report_date, now),
  ])
  const draft = { report_date: named.report_date, ...withChanges(deleted ?? emptyReport, named) }
  if (deleted) {
    await restoreDeletedReport(db, scope, deleted, now)
    await reports.updateReport(db, scope, { ...named, id: deleted.id }, { now })
    await forgetDraft(db, scope, named.report_date)
    await followMentions(services, db, scope, { ...draft, id: deleted.id }, { picked, before: deleted })
    return followFiled(services, db, scope, deleted.id, draft, { isBack: true, before: deleted, choices })
  }
  const id = await reports.insertReport(db, scope, { ...named, id: newId(), added_later }, now)
  if (!id) throw reportExists()
  const forgotten = forgetDraft(db, scope, named.report_date)
  const mentioned = followMentions(services, db, scope, { ...draft, id }, { picked })
  const finished = finishFirstStep(db, scope, 'report')
  const filed = followFiled(services, db, scope, id, draft, { choices })
  const [report] = await Promise.all([filed, forgotten, mentioned, finished])
  return report
}

/**
 * Restores a deleted report. Must run in the same transaction as `followFiled`, before the report's text changes.
 * @throws AppError report_exists if the day has a new report
 */
export async function restoreDeletedReport(db: Db, scope: Scope, deleted: DeletedReport, now: Date): Promise<void> {
  const back = await restoreRows(db, scope.teamId, deleted, now)
  if (!back) throw reportExists()
  await indexTexts(db, scope, 'comment', ...back.comments)
  await followBlockers(db, scope, { ...back.blockers, before: [], now })
}

/**
 * Notifies listeners of a new or restored report, and updates what depends on it. Must run in the transaction of the
 * write.
 * @param isBack whether the report was restored
 * @param before the former text of the report, if the text has changed
 */
export async function followFiled(
  services: Services,
  db: Db,
  scope: Scope,
  id: string,
  draft: ReportDraft,
  {
    choices = [],
    isBack,
    before,
  }: { choices?: readonly BlockerChoice[]; isBack?: true; before?: ReportDraft & { id: string } },
): Promise<Report> {
  const { report_date: day } = draft
  const now = services.now()
  const [written] = await Promise.all([
    reports.selectWritten(db, scope, id, 'report.submitted'),
    queueReport(services, db, scope, day, isBack && id),
    indexTexts(db, scope, 'report', { id, texts: reportFields.map((field) => draft[field]) }),
  ])
  const { report, concernsBlockers, concernsMonths, listeners } = written!
  await queueEventFor(services, db, scope, listeners, 'report.submitted', () => report)
  if ((!isBack && (concernsBlockers || namesBlocker(draft))) || before)
    await followBlockers(db, scope, { from: day, before: before ? [before] : [], chosen: { report: id, choices }, now })
  if (concernsMonths) await followMonths(db, scope, { days: [day], by: scope.userId, now })
  return report
}

/** Returns a report that exists. Must run in the caller's transaction. */
export const reportOf = async (db: Db, scope: Scope, id: string): Promise<Report> =>
  (await reports.selectWritten(db, scope, id, 'report.submitted'))!.report

/**
 * These functions write only the row of a report. The caller must lock the member first. In the same transaction, the
 * caller must also do everything else that depends on the report, including `finishFirstStep` and `renewPosts`.
 */
export const { insertReport, updateReport } = reports

/**
 * Returns the page of a day. Every member of a team may read all reports of the team (S6.03), so no other check is
 * needed.
 */
export const readDay = ({ database }: Pick<Services, 'database'>, scope: Scope, day: reports.DayPage): Promise<Page> =>
  withTeamTransaction(database, scope, (db) => pageOfDay(db, scope, keptDaysOf(database), day))

/** @throws AppError invalid_input: the last day is before the first one, or too far from it */
export async function readReportedDays(
  { database }: Services,
  scope: Scope,
  from: string,
  to: string,
): Promise<string[]> {
  const days = daysBetween(from, to)
  if (isRangeTooLong(days)) throw new AppError('invalid_input', { field: { name: 'to', code: 'out_of_range' } })
  return withTeamTransaction(database, scope, (db) => reports.selectReportedDays(db, scope, from, days))
}

export const readLatest = ({ database }: Services, scope: Scope): Promise<LatestReport | undefined> =>
  withTeamTransaction(database, scope, (db) => reports.selectLatest(db, scope))

export const isReportTooLate = ({ report_date }: Pick<ReportDraft, 'report_date'>, now: Date): boolean =>
  isTooLate(report_date, now)

const reportExists = () => new AppError('report_exists', { field: { name: 'report_date', code: 'taken' } })

/** A report that a caller writes. An omitted field stays unchanged, or is empty in a new report. */
export type ReportWrite = Omit<ReportChange, 'before'>

/**
 * Changes a report. If day and text are the same, only applies the choices about blockers.
 * @throws AppError not_found, not_yours, report_changed
 */
async function changeReport(
  services: Services,
  db: Db,
  scope: Scope,
  id: string,
  write: ReportWrite,
  begun: ReportChange['before'],
): Promise<Report> {
  const { blockers: choices = [], mentions: picked, ...named } = write
  const now = services.now()
  // The order matters: the report is read after the change. An error of the check rolls the change back.
  const [, before, changed, written] = await Promise.all([
    lockMember(db, scope),
    requireOwn(db, scope, id),
    reports.updateReport(db, scope, { ...named, id }, { now }),
    reports.selectWritten(db, scope, id, 'report.updated'),
  ])
  const { report, concernsBlockers, concernsMonths, listeners } = written!
  requireUnchanged('report_changed', { now: before, before: begun, sent: report })
  await Promise.all([
    followMentions(services, db, scope, report, { picked, before }),
    ...(changed.length === 0
      ? []
      : [
          indexTexts(db, scope, 'report', { id, texts: reportFields.map((field) => report[field]) }),
          renewPosts(db, { teamId: scope.teamId, ids: [id] }, now),
        ]),
  ])
  const [from, to] = [before.report_date, named.report_date]
  const blockersChange = { before: [before], chosen: { report: id, choices }, now }
  if (changed.length === 0) {
    if (choices.length > 0) await followBlockers(db, scope, { from, ...blockersChange })
    return report
  }
  await moveReport(db, scope, { from, to })
  if (from !== to) report.added_later = await markAddedLater(db, scope, report, now)
  await queueEventFor(services, db, scope, listeners, 'report.updated', () => report)
  if (concernsBlockers || namesBlocker(report) || before.issues !== '' || from !== to)
    await followBlockers(db, scope, {
      from: from < to ? from : to,
      through: from < to ? to : from,
      isMove: true,
      ...blockersChange,
    })
  if (concernsMonths) await followMonths(db, scope, { days: [from, to], by: scope.userId, now })
  return report
}

async function requireOwn(db: Db, scope: Scope, id: string) {
  const report = await reports.selectForUpdate(db, scope, id)
  requireAuthor(scope, report?.user_id)
  return report!
}

/**
 * Updates the mark "added later" of a report that was moved to another day, as if it had been written for that day now.
 */
async function markAddedLater(db: Db, scope: Scope, { id, report_date: day }: Report, now: Date): Promise<boolean> {
  const isLater = await isAddedLater(db, scope, day, now)
  await reports.updateAddedLater(db, scope, id, isLater)
  return isLater
}
