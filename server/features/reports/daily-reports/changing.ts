import { namesBlocker } from '#contract/no-blocker.ts'
import { reportFields } from '#contract/report-fields.ts'
import type { Report, ReportChange } from '#contract/reports.ts'
import { requireAuthor } from '#server/access/authors.ts'
import type { Scope } from '#server/access/scope.ts'
import { requireUnchanged } from '#server/access/unchanged.ts'
import type { Db } from '#server/db/database.ts'
import { renewPosts } from '#server/db/outbox.ts'
import type { Services } from '#server/services.ts'
import { followBlockers, lockMember } from '#server/features/blockers/operations.ts'
import { followMonths, isAddedLater } from '../month-approval/operations.ts'
import { moveReport } from '#server/features/notifications/queue/operations.ts'
import { followMentions } from '../report-mentions/operations.ts'
import { indexTexts } from '#server/features/search/operations.ts'
import { tell } from '#server/webhook-events/operations.ts'
import * as reports from './sql.ts'

/** A report that a caller writes. A field that it does not name stays as it is, or is empty in a new report. */
export type ReportWrite = Omit<ReportChange, 'before'>

/**
 * Changes a report. One with the same day and words stays as it is, and only the blockers' choices are followed.
 * @throws AppError not_found, not_yours, report_changed
 */
export async function changeReport(
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
  await tell(services, db, scope, listeners, 'report.updated', () => report)
  if (concernsBlockers || namesBlocker(report) || before.issues !== '' || from !== to)
    await followBlockers(db, scope, {
      from: from < to ? from : to,
      through: from < to ? to : from,
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

/** Marks a report that has moved to another day as if it were written there now. */
async function markAddedLater(db: Db, scope: Scope, { id, report_date: day }: Report, now: Date): Promise<boolean> {
  const isLater = await isAddedLater(db, scope, day, now)
  await reports.updateAddedLater(db, scope, id, isLater)
  return isLater
}
