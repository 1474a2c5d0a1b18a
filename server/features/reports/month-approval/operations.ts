import { v7 as newId } from 'uuid'
import type { Month, MonthChange, Months, MonthsQuery } from '#contract/months.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { monthOf } from '#server/features/reports/monthly-reports/operations.ts'
import type { Services } from '#server/services.ts'
import { queueMonths } from '#server/features/notifications/queue/operations.ts'
import { actOf, canChangeTo, isOwnAct, isRecent, isReopened, isUndo, isUntraced } from './policy.ts'
import * as months from './sql.ts'

type Which = { month: string; user_id?: string | undefined }

/** Allows members to read their own months, and administrators to read all months (N12.01). */
function requireReader(scope: Scope, userId: string | undefined): void {
  if (userId !== scope.userId) requireAdministrator(scope)
}

/** @throws AppError admins_only */
export function readMonths({ database, now }: Services, scope: Scope, query: MonthsQuery): Promise<Months> {
  requireReader(scope, query.user_id)
  return withTeamTransaction(database, scope, (db) => months.selectMonths(db, scope, query, now()))
}

/** @throws AppError admins_only: another member's month; not_found */
export function readMonth(
  { database }: Services,
  scope: Scope,
  { month, user_id: userId = scope.userId }: Which,
): Promise<Month> {
  requireReader(scope, userId)
  return withTeamTransaction(database, scope, (db) => wholeMonth(db, { teamId: scope.teamId, userId, month }))
}

async function wholeMonth(db: Db, of: months.Of): Promise<Month> {
  const month = await months.selectMonth(db, of)
  if (!month) throw new AppError('not_found')
  return { ...month, reports: await monthOf(db, of) }
}

/**
 * Changes the state of a month.
 * - Members submit their month, or withdraw it. Administrators decide on it.
 * - An administrator cannot decide on their own month if the team has another administrator.
 * - The administrator who approved last may undo the approval. Within a minute, this leaves no trace.
 * - A request for the current state succeeds, because it may be a repeated request.
 * @throws AppError not_yours, admins_only, own_month; not_found; approval_off; invalid_input: the month has not begun;
 * month_changed: the month differs from what the caller has read, or another request was faster
 */
export function changeMonth(
  services: Services,
  scope: Scope,
  month: string,
  { user_id: userId = scope.userId, state, note, revision }: MonthChange,
): Promise<Month> {
  const { database, now } = services
  const of = { teamId: scope.teamId, userId, month }
  const isOwn = userId === scope.userId
  if (!isOwnAct(state)) requireAdministrator(scope)
  else if (!isOwn && !(state === 'submitted' && scope.isAdmin)) throw new AppError('not_yours')
  return withTeamTransaction(database, answering(scope), async (db) => {
    const known = await months.selectKnown(db, of, now())
    if (!known) throw new AppError('not_found')
    if (!known.approval) throw new AppError('approval_off')
    if (isOwn && !isOwnAct(state) && known.has_other) throw new AppError('own_month')
    if (!known.is_past) throw new AppError('invalid_input', { field: { name: 'month', code: 'out_of_range' } })
    const is = await months.lockMonth(db, of, now())
    if (is.state !== state) {
      const last = is.state === 'approved' ? await months.selectLastAct(db, of) : undefined
      if (is.revision === revision && isUndo(last, { state, by: scope.userId })) {
        const withdrawn = { id: newId(), kind: 'withdrawn', by: scope.userId, note: '', day: null, state } as const
        if (isUntraced(last, now())) await months.revertAct(db, of, last.id, state)
        else await months.saveAct(db, of, { ...withdrawn, now: now() })
        return wholeMonth(db, of)
      }
      if (state === 'submitted' && !isOwn) throw new AppError('not_yours')
      if (is.revision !== revision || !canChangeTo(is.state, state)) throw new AppError('month_changed')
      const act = { id: newId(), kind: actOf(state), by: scope.userId, note: note.trim(), day: null }
      await months.saveAct(db, of, { ...act, state, now: now() })
      await queueMonths(services, db, of, await months.selectConcerned(db, of, { state, by: scope.userId }))
    }
    const whole = await wholeMonth(db, of)
    // The month already has the requested state: a repeated request succeeds. Refuses a request with a different note,
    // which would be lost.
    const isSent = note.trim() === '' || whole.events.at(-1)?.note === note.trim()
    if (!isSent) throw new AppError('month_changed')
    return whole
  })
}

/**
 * Reopens submitted or approved months whose reports have changed. Must run in the transaction that writes, moves or
 * deletes the reports.
 * @param written.days the days of the reports, before and after the change
 * @param written.by the member who changed them; null: an import
 */
export async function followMonths(
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  { days, by, now }: { days: readonly string[]; by: string | null; now: Date },
): Promise<void> {
  const dayIn = new Map(days.map((day) => [day.slice(0, 7), day]))
  for (const { month, state } of await months.countWriting(db, { teamId, userId }, [...dayIn.keys()], now))
    if (isReopened(state)) {
      const event = { id: newId(), kind: 'reopened' as const, by, note: '', day: dayIn.get(month)! }
      await months.saveAct(db, { teamId, userId, month }, { ...event, state: 'reopened', now })
    }
}

/**
 * Returns whether a report that is written now for this day is marked as added later (E2.02). Must run in the caller's
 * transaction.
 */
export const isAddedLater = async (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  day: string,
  now: Date,
): Promise<boolean> => !isRecent(day, now) && months.selectIsLate(db, { teamId, userId }, day, now)

export const { forgetReviewer } = months
