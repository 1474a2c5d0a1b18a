import type { Report } from '#contract/reports.ts'
import { requireAuthor } from '#server/access/authors.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { deleteOldRows } from '#server/db/delete-old.ts'
import { renewPosts } from '#server/db/outbox.ts'
import { restorableSince, selectDeleted } from '#server/db/deleted-reports/restored-reports.ts'
import type { Services } from '#server/services.ts'
import { followBlockers, lockMember } from '#server/features/blockers/operations.ts'
import { followMonths } from '../month-approval/operations.ts'
import { forgetReport } from '#server/features/notifications/queue/operations.ts'
import { restoreDeletedReport, followFiled, reportOf } from '../daily-reports/operations.ts'
import { queueEventFor } from '#server/webhook-events/operations.ts'
import * as deleted from './sql.ts'

/** Hides the report with all rows that belong to it (E2.01). @throws AppError not_found, not_yours */
export const deleteReport = (services: Services, scope: Scope, id: string): Promise<void> =>
  withTeamTransaction(services.database, answering(scope), async (db) => {
    const { teamId, userId } = scope
    await lockMember(db, scope)
    const visible = await deleted.selectVisible(db, scope, id)
    requireAuthor(scope, visible?.user_id)
    const { listeners, ...report } = visible!
    const now = services.now()
    await deleted.moveAway(db, { teamId, userId, id, day: report.report_date }, now)
    await Promise.all([
      renewPosts(db, { teamId, ids: [id] }, now),
      forgetReport(services, db, scope, report.report_date),
    ])
    await queueEventFor(services, db, scope, listeners, 'report.deleted', () => report)
    await followBlockers(db, scope, { from: report.report_date, before: [], now })
    await followMonths(db, scope, { days: [report.report_date], by: userId, now })
  })

/**
 * Restores the report as it was (E2.01). Returns a visible report unchanged, so that a repeated call succeeds.
 * @throws AppError not_found; not_yours; report_exists: the day has a new report
 */
export const restoreReport = (services: Services, scope: Scope, id: string): Promise<Report> =>
  withTeamTransaction(services.database, answering(scope), async (db) => {
    const now = services.now()
    await lockMember(db, scope)
    const report = await selectDeleted(db, { teamId: scope.teamId, id }, restorableSince(now))
    if (!report) {
      const visible = await deleted.selectVisible(db, scope, id)
      requireAuthor(scope, visible?.user_id)
      return reportOf(db, scope, id)
    }
    requireAuthor(scope, report.user_id)
    await restoreDeletedReport(db, scope, report, now)
    return followFiled(services, db, scope, id, report, { isBack: true })
  })

/** Permanently deletes the reports that were deleted at least 30 days ago. */
export const deleteOldReports = ({ database, now }: Services): Promise<void> =>
  deleteOldRows(database, 'deleted_reports', {
    key: ['id'],
    isOld: deleted.isOld(restorableSince(now())),
    atOnce: 50,
  })

export const { deletePersonal, forgetHelper } = deleted
