import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { namesBlocker } from '#contract/no-blocker.ts'
import { reportFields } from '#contract/report-fields.ts'
import type { BlockerChoice, LatestReport, Report, ReportDraft, ReportSubmission } from '#contract/reports.ts'
import { requireAuthor } from '#server/access/authors.ts'
import type { Claimed, Scope } from '#server/access/scope.ts'
import { type Db, inTeam, isTaken, type JsonText } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { forgetDraft } from '../beginning/operations.ts'
import { followBlockers, lockMember } from '../blockers/operations.ts'
import { followMonths, isAddedLater } from '../months/operations.ts'
import { indexTexts } from '../search/operations.ts'
import { moveReport, queueReport } from '../notifications/operations.ts'
import { tell } from '../webhook-messages/operations.ts'
import { keptDaysOf, pageOf, type SharedPage, sharedPage } from './kept-days.ts'
import { daysBetween, isTooFar, isTooLate } from './policy.ts'
import * as reports from './sql.ts'

/**
 * Files the member's report for one day.
 * @throws AppError date_in_future, report_exists
 */
export function submitReport(services: Services, scope: Scope, submission: ReportSubmission): Promise<Report> {
  const { database, now } = services
  const { blockers: choices = [], ...draft } = submission
  refuseFuture(draft, now())
  return inTeam(database, scope, async (db) => {
    const [, added_later] = await Promise.all([
      lockMember(db, scope),
      isAddedLater(db, scope, draft.report_date, now()),
    ])
    const id = await reports.insertReport(db, scope, { ...draft, added_later }, newId(), now())
    if (!id) throw reportExists()
    const [report] = await Promise.all([
      followFiled(services, db, scope, id, draft, { choices }),
      forgetDraft(db, scope, draft.report_date),
    ])
    return report
  })
}

/**
 * Tells listeners of a filed or restored report, and updates everything that depends on it. Must run in the same
 * transaction.
 */
export async function followFiled(
  services: Services,
  db: Db,
  scope: Scope,
  id: string,
  draft: ReportDraft,
  { choices = [], isRestored = false }: { choices?: readonly BlockerChoice[]; isRestored?: boolean },
): Promise<Report> {
  const { report_date: day } = draft
  const now = services.now()
  const [written] = await Promise.all([
    reports.selectWritten(db, scope, id, 'report.submitted'),
    queueReport(services, db, scope, day, isRestored ? id : undefined),
    indexTexts(db, scope, 'report', { id, texts: textsOf(draft) }),
  ])
  const { report, concernsBlockers, concernsMonths, listeners } = written!
  await tell(services, db, scope, listeners, 'report.submitted', () => report)
  if (isRestored || concernsBlockers || namesBlocker(draft))
    await followBlockers(db, scope, { from: day, chosen: isRestored ? undefined : { report: id, choices }, now })
  if (concernsMonths) await followMonths(db, scope, { days: [day], by: scope.userId, now })
  return report
}

/** Returns a report that exists. Must run in the caller's transaction. */
export const reportOf = async (db: Db, scope: Scope, id: string): Promise<Report> =>
  (await reports.selectWritten(db, scope, id, 'report.submitted'))!.report

const textsOf = (draft: ReportDraft) => reportFields.map((field) => draft[field])

/**
 * Changes a report. One with the same day and words stays as it is, and only the blockers' choices are followed.
 * @throws AppError date_in_future, not_found, not_yours, report_exists: it may not move onto another report
 */
export async function changeReport(
  services: Services,
  scope: Scope,
  id: string,
  submission: ReportSubmission,
): Promise<Report> {
  const { database, now } = services
  const { blockers: choices = [], ...draft } = submission
  refuseFuture(draft, now())
  try {
    return await inTeam(database, scope, async (db) => {
      // In this order, in one write: it is read as it stands then, and of another's nothing is changed.
      const [, before, changed, written] = await Promise.all([
        lockMember(db, scope),
        requireOwn(db, scope, id),
        reports.updateOwnReport(db, scope, id, draft, now()),
        reports.selectWritten(db, scope, id, 'report.updated'),
        indexTexts(db, scope, 'report', { id, texts: textsOf(draft) }),
      ])
      const [from, to] = [before.report_date, draft.report_date]
      const { report, concernsBlockers, concernsMonths, listeners } = written!
      const blockersChange = { before, chosen: { report: id, choices }, now: now() }
      if (changed.length === 0) {
        if (choices.length > 0) await followBlockers(db, scope, { from, ...blockersChange })
        return report
      }
      await moveReport(db, scope, { from, to })
      if (from !== to) report.added_later = await markAddedLater(db, scope, report, now())
      await tell(services, db, scope, listeners, 'report.updated', () => report)
      if (concernsBlockers || namesBlocker(draft) || before.issues !== '' || from !== to)
        await followBlockers(db, scope, { from: from < to ? from : to, ...blockersChange })
      if (concernsMonths) await followMonths(db, scope, { days: [from, to], by: scope.userId, now: now() })
      return report
    })
  } catch (error) {
    throw isTaken(error, 'reports_one_a_day') ? reportExists() : error
  }
}

/** Marks a report that has moved to another day as if it were written there now. */
async function markAddedLater(db: Db, scope: Scope, { id, report_date: day }: Report, now: Date): Promise<boolean> {
  const isLater = await isAddedLater(db, scope, day, now)
  await reports.updateAddedLater(db, scope, id, isLater)
  return isLater
}

/** @param tag another as soon as the page is another; undefined where nothing says so */
type Page = { tag: string | undefined; text: () => JsonText }

/** Everybody in a team reads everybody's reports (S6.03), so the scope is the whole policy. */
export function readDay({ database }: Pick<Services, 'database'>, scope: Scope, day: reports.DayPage): Promise<Page> {
  const days = keptDaysOf(database)
  return inTeam(database, scope, async (db) => {
    const kept = days.get(scope.teamId, day)
    if (kept) {
      const own = await reports.selectOwnPart(db, scope, day.date, {
        ids: kept.reports.map(({ id }) => id),
        own: kept.reports.find(({ userId }) => userId === scope.userId)?.id ?? null,
      })
      if (own.version === kept.version) return pageFor(scope, kept, own)
    }
    const { reports: texts, total, ...own } = await reports.selectDay(db, scope, day)
    const page = sharedPage(own.version, texts, total)
    days.keep(scope.teamId, day, page)
    return pageFor(scope, page, own)
  })
}

function pageFor({ userId }: Scope, page: SharedPage, own: reports.OwnPart): Page {
  const { version, marks, readers } = own
  const hash = createHash('sha256').update(`${version} ${userId} ${marks} ${readers}`)
  return { tag: version === null ? undefined : hash.digest('base64url'), text: () => pageOf(page, userId, own) }
}

/** @throws AppError invalid_input: the two days are the wrong way round or too far apart */
export async function readReportedDays(
  { database }: Services,
  scope: Scope,
  from: string,
  to: string,
): Promise<string[]> {
  const days = daysBetween(from, to)
  if (isTooFar(days)) throw new AppError('invalid_input', { field: { name: 'to', code: 'out_of_range' } })
  return inTeam(database, scope, (db) => reports.selectReportedDays(db, scope, from, days))
}

export const readLatest = ({ database }: Services, scope: Claimed): Promise<LatestReport | undefined> =>
  inTeam(database, scope, (db) => reports.selectLatest(db, scope))

export const isReportTooLate = ({ report_date }: Pick<ReportDraft, 'report_date'>, now: Date): boolean =>
  isTooLate(report_date, now)

function refuseFuture(draft: ReportDraft, now: Date) {
  if (isReportTooLate(draft, now))
    throw new AppError('date_in_future', { field: { name: 'report_date', code: 'out_of_range' } })
}

export const reportExists = () => new AppError('report_exists', { field: { name: 'report_date', code: 'taken' } })

async function requireOwn(db: Db, scope: Scope, id: string) {
  const report = await reports.selectForUpdate(db, scope, id)
  requireAuthor(scope, report?.user_id)
  return report!
}
