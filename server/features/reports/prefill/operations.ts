import type { Source } from '#contract/backlogs.ts'
import type { Prefill } from '#contract/prefill.ts'
import type { ReportPatch } from '#contract/reports.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { fold } from '#contract/fold.ts'
import { doneAtMost } from '#server/providers/done.ts'
import type { Done } from '#server/providers/issue.ts'
import type { Services } from '#server/services.ts'
import { longWork } from '#server/load/turns.ts'
import { carriedLines, foldedLines } from './policy.ts'
import * as beginning from './sql.ts'

/** The most consecutive plans in which a carried-over line is counted. */
const plansAtMost = 20

/**
 * Returns the lines with which the form of the day is prefilled. Done items are included only if there is an earlier
 * report.
 */
export async function readPrefill({ database }: Services, scope: Scope, date: string): Promise<Prefill> {
  const { plans, ...found } = await withTeamTransaction(database, scope, async (db) => {
    const [plans, draft, blockers] = await Promise.all([
      beginning.selectPlans(db, scope, date, plansAtMost),
      beginning.selectDraft(db, scope, date),
      beginning.selectOwnOpen(db, scope, date),
    ])
    const [last] = plans
    const done = last ? await beginning.selectDone(db, scope, last.created_at, doneAtMost) : []
    return { plans, done, blockers, ...(draft && { draft }) }
  })
  const otherRequests = longWork() // after the transaction: folding one plan may take 5 ms
  const folded: Map<string, string>[] = []
  for (const { today_plan: plan } of plans) {
    folded.push(foldedLines(plan, fold))
    await otherRequests()
  }
  return { planned: carriedLines(folded), ...found }
}

/**
 * Stores a program's draft for the member's form of a day. Fields that the program leaves out keep their earlier draft.
 * @throws AppError report_exists
 */
export const storeProgramDraft = ({ database, now }: Services, scope: Scope, draft: ReportPatch): Promise<void> =>
  withTeamTransaction(database, scope, async (db) => {
    if (!(await beginning.upsertDraft(db, scope, draft, now())))
      throw new AppError('report_exists', { field: { name: 'report_date', code: 'taken' } })
  })

/** Deletes a program's draft, unless a newer one has replaced it. From now on, the browser stores the draft. */
export const takeDraft = (
  { database }: Services,
  scope: Scope,
  { date, id }: { date: string; id: string },
): Promise<void> => withTeamTransaction(database, answering(scope), (db) => forgetDraft(db, scope, date, id))

/** Deletes the draft of a day. Must run in the caller's transaction. */
export const forgetDraft = beginning.deleteDraft

/** Replaces the completed items of a member at one tracker. Must run in the caller's transaction. */
export async function saveDone(
  db: Db,
  member: Pick<Scope, 'teamId' | 'userId'>,
  source: Source,
  done: Done[],
): Promise<void> {
  await beginning.deleteUndone(db, member, source, done)
  await beginning.upsertDone(db, member, source, done)
}
