import type { Source } from '#contract/backlogs.ts'
import type { Beginning } from '#contract/beginning.ts'
import type { ChangedWords } from '#contract/reports.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/write-key.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { fold } from '#contract/fold.ts'
import { doneAtMost } from '#server/providers/done.ts'
import type { Done } from '#server/providers/issue.ts'
import type { Services } from '#server/services.ts'
import { longWork } from '#server/turns.ts'
import { carriedLines, foldedLines } from './policy.ts'
import * as beginning from './sql.ts'

/** So far back a line is counted. */
const plansAtMost = 20

/** What the caller's report of the day may begin with; who has not reported before has nothing since. */
export async function readBeginning({ database }: Services, scope: Scope, date: string): Promise<Beginning> {
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
 * Leaves words for the member's form of that day. A field that is not named stays as it was left before.
 * @throws AppError report_exists
 */
export const leaveDraft = ({ database, now }: Services, scope: Scope, draft: ChangedWords): Promise<void> =>
  withTeamTransaction(database, scope, async (db) => {
    if (!(await beginning.upsertDraft(db, scope, draft, now())))
      throw new AppError('report_exists', { field: { name: 'report_date', code: 'taken' } })
  })

/** The form has taken it over, and keeps it from now on. */
export const takeDraft = ({ database }: Services, scope: Scope, date: string): Promise<void> =>
  withTeamTransaction(database, answering(scope), (db) => forgetDraft(db, scope, date))

/** Within the caller's transaction. */
export const forgetDraft = beginning.deleteDraft

/** Within the caller's transaction: what the member has done at a tracker, as it says now. */
export async function keepDone(
  db: Db,
  member: Pick<Scope, 'teamId' | 'userId'>,
  source: Source,
  done: Done[],
): Promise<void> {
  await beginning.deleteUndone(db, member, source, done)
  await beginning.upsertDone(db, member, source, done)
}
