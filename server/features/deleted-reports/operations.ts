import { limits } from '#contract/limits.ts'
import type { Report } from '#contract/reports.ts'
import { requireAuthor } from '#server/access/authors.ts'
import type { Scope } from '#server/access/scope.ts'
import { inEveryTeam, inTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { followBlockers, lockMember } from '../blockers/operations.ts'
import { followMonths } from '../months/operations.ts'
import { forgetReport } from '../notifications/operations.ts'
import { followFiled, reportExists, reportOf } from '../reports/operations.ts'
import { indexTexts } from '../search/operations.ts'
import { tell } from '../webhook-messages/operations.ts'
import * as deleted from './sql.ts'

const day = 24 * 60 * 60_000 // milliseconds
/** Returns the moment of the oldest deletion that can still be undone. */
const restorableSince = (now: Date) => new Date(now.getTime() - limits.deletedReports * day)

/** Hides the report with everything that belongs to it (E2.01). @throws AppError not_found, not_yours */
export const deleteReport = (services: Services, scope: Scope, id: string): Promise<void> =>
  inTeam(services.database, scope, async (db) => {
    const { teamId, userId } = scope
    await lockMember(db, scope)
    const visible = await deleted.selectVisible(db, scope, id)
    requireAuthor(scope, visible?.user_id)
    const { listeners, ...report } = visible!
    const now = services.now()
    await deleted.moveAway(db, { teamId, userId, id, day: report.report_date }, now)
    await forgetReport(services, db, scope, report.report_date)
    await tell(services, db, scope, listeners, 'report.deleted', () => report)
    await followBlockers(db, scope, { from: report.report_date, now })
    await followMonths(db, scope, { days: [report.report_date], by: userId, now })
  })

/**
 * Brings back the report as it was (E2.01). A visible report is answered as it is, so that a repeated call succeeds.
 * @throws AppError not_found; not_yours; report_exists if the day was written again
 */
export const restoreReport = (services: Services, scope: Scope, id: string): Promise<Report> =>
  inTeam(services.database, scope, async (db) => {
    const now = services.now()
    await lockMember(db, scope)
    const report = await deleted.selectDeleted(db, scope, id, restorableSince(now))
    if (!report) {
      const visible = await deleted.selectVisible(db, scope, id)
      requireAuthor(scope, visible?.user_id)
      return reportOf(db, scope, id)
    }
    requireAuthor(scope, report.user_id)
    if (!(await deleted.moveBack(db, scope, id))) throw reportExists()
    const rows = await deleted.selectRows(db, scope, id)
    await deleted.insertAnswers(db, { teamId: scope.teamId, id }, rows)
    await deleted.insertBlockers(db, { teamId: scope.teamId, id }, rows, report.deleted_at)
    await deleted.deleteDeleted(db, scope, id)
    await deleted.followPosts(db, scope, id, now)
    const comments = rows.comments.map(({ id: key, body }) => ({ id: key as string, texts: [body as string] }))
    await indexTexts(db, scope, 'comment', ...comments)
    return followFiled(services, db, scope, id, report, { isRestored: true })
  })

/** Deletes for good what was deleted 30 days ago. */
export const deleteOldReports = async ({ database, now }: Services): Promise<void> => {
  await inEveryTeam(database, (db) => deleted.deleteBefore(db, restorableSince(now())))
}

export const { deletePersonal, forgetHelper } = deleted
