import { v7 as newId } from 'uuid'
import type { Insight, InsightChange, InsightDraft, Likes } from '#contract/insights.ts'
import { limits } from '#contract/limits.ts'
import type { TryChange } from '#contract/tries.ts'
import { requireAuthor } from '#server/access/authors.ts'
import type { Scope } from '#server/access/scope.ts'
import { requireUnchanged } from '#server/access/unchanged.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { deleteComments } from '#server/db/delete-comments.ts'
import { deleteOldRows } from '#server/db/delete-old.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { undoableSince } from '#server/undo-period.ts'
import { indexTexts } from '#server/features/search/operations.ts'
import { deleteOrphans, saveTry, selectTriesForReview, withTries } from '../tries/operations.ts'
import { queueEventFor } from '#server/webhook-events/operations.ts'
import * as insights from './sql.ts'

/**
 * Adds an insight. If the id is that of an insight that the caller has just deleted, restores that insight. If the
 * caller's insight with this id and text exists, returns it.
 * @throws AppError changed_elsewhere: the insight has another text; invalid_input: another member's insight has the id,
 *   even a deleted one
 */
export const addInsight = (
  services: Services,
  scope: Scope,
  { type, note, id = newId() }: InsightDraft,
): Promise<Insight> =>
  withTeamTransaction(services.database, answering(scope), async (db) => {
    const isAdded = await insights.insertInsight(db, scope, { id, type, note }, services.now())
    if (!isAdded) return sameInsight(db, scope, { id, type, note })
    // Must come after the insert, which may have waited for a concurrent deletion of the insight with this id.
    const deleted = await insights.selectDeleted(db, scope, id)
    if (deleted && deleted.user_id !== scope.userId) throw idTaken()
    await indexTexts(db, scope, 'insight', { id, texts: [note] })
    if (deleted) await insights.restore(db, scope, id, { likes: deleted.likes, now: services.now() })
    const { listeners, ...row } = await insights.selectAdded(db, scope, id)
    const [insight] = (await withTries(db, scope, [row])) as [Insight]
    if (!deleted) await queueEventFor(services, db, scope, listeners, 'insight.created', () => insight)
    return insight
  })

/** Returns the caller's insight of this id if it has this text. Newer text is never replaced (E2.07). */
async function sameInsight(db: Db, scope: Scope, { id, ...sent }: InsightDraft & { id: string }): Promise<Insight> {
  const words = await insights.selectForUpdate(db, scope, id)
  if (words?.user_id !== scope.userId) throw idTaken()
  requireUnchanged('changed_elsewhere', { now: words, before: sent, sent })
  return readOne(db, scope, id)
}

const idTaken = () => new AppError('invalid_input', { field: { name: 'id', code: 'taken' } })

/**
 * Changes the caller's insight.
 * @throws AppError not_found, not_yours; changed_elsewhere: the stored text differs from `before`
 */
export const changeInsight = (
  { database, now }: Services,
  scope: Scope,
  id: string,
  { before, ...change }: InsightChange,
): Promise<Insight> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    const words = await insights.selectForUpdate(db, scope, id)
    requireAuthor(scope, words?.user_id)
    requireUnchanged('changed_elsewhere', { now: words!, before, sent: change })
    const [, insight] = await Promise.all([
      insights.updateInsight(db, scope, id, change, now()),
      readOne(db, scope, id),
      indexTexts(db, scope, 'insight', { id, texts: [change.note] }),
    ])
    return insight
  })

/**
 * Deletes an insight with its likes and comments, which `addInsight` can restore.
 * @throws AppError not_found, not_yours
 */
export const deleteInsight = ({ database, now }: Services, scope: Scope, id: string): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    requireAuthor(scope, (await insights.selectForUpdate(db, scope, id))?.user_id)
    await insights.deleteInsight(db, scope, id, now())
  })

/**
 * Deletes insights for good once they can no longer be restored, with their comments and Tries.
 * @throws AggregateError of the steps that failed, after all others are done
 */
export async function forgetDeletedInsights({ database, now }: Services): Promise<void> {
  const before = undoableSince(now())
  const failures: unknown[] = []
  const steps = [
    // A long thread would exceed the time limit of a transaction if it were deleted with its insight.
    () => deleteComments(database, insights.isOfDeletedBefore(before)),
    () => deleteOldRows(database, 'deleted_insights', { key: ['id'], isOld: insights.isDeletedBefore(before) }),
    () => withEveryTeamTransaction(database, deleteOrphans),
  ]
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some deleted insights could not be forgotten.')
}

/** Lists insights. Every member of a team may read and like all of them (D6.02), so no other check is needed. */
export const readInsights = ({ database }: Services, scope: Scope, query: insights.Window): Promise<Insight[]> =>
  withTeamTransaction(database, scope, async (db) =>
    withTries(db, scope, await insights.selectInsights(db, scope, query)),
  )

/** Returns the insights of a few days, newest first. Must run in the caller's transaction. */
export const insightsBetween = async (db: Db, member: insights.Member, days: { since: string; until: string }) =>
  withTries(db, member, await insights.selectInsights(db, member, { ...days, limit: limits.pageSize, offset: 0 }))

/** Returns the undecided Tries that are to be reviewed on one of these days. Must run in the caller's transaction. */
export async function triesReturning(db: Db, member: insights.Member, days: { from: string; until: string }) {
  const rows = await insights.selectThese(db, member, await selectTriesForReview(db, member, days))
  return (await withTries(db, member, rows)).filter(
    ({ try: its }) => its?.outcome === null && days.from <= its.returns_on && its.returns_on <= days.until,
  )
}

/**
 * Takes on or releases a Try, or records its outcome. Every member of the team may do so.
 * @throws AppError not_found: also if the insight is no Try; only_oneself: members can make only themselves the owner
 */
export const changeTry = ({ database, now }: Services, scope: Scope, id: string, change: TryChange): Promise<Insight> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    if (change.owner_id && change.owner_id !== scope.userId) throw new AppError('only_oneself')
    if ((await insights.selectForUpdate(db, scope, id)) === undefined) throw new AppError('not_found')
    const row = await insights.selectInsight(db, scope, id)
    if (row.type !== 'try') throw new AppError('not_found')
    await saveTry(db, scope, row, change, now())
    return readOne(db, scope, id)
  })

async function readOne(db: Db, scope: Scope, id: string): Promise<Insight> {
  return (await withTries(db, scope, [await insights.selectInsight(db, scope, id)]))[0]!
}

/**
 * Adds the caller's like. A repeated call changes nothing, because a member has at most one like. @throws AppError
 * not_found
 */
export const likeInsight = (services: Services, scope: Scope, id: string): Promise<Likes> =>
  changeLike(services, scope, id, insights.insertLike)

/** @throws AppError not_found */
export const unlikeInsight = (services: Services, scope: Scope, id: string): Promise<Likes> =>
  changeLike(services, scope, id, insights.deleteLike)

type Change = (db: Db, scope: Scope, id: string, now: Date) => Promise<unknown>

const changeLike = ({ database, now }: Services, scope: Scope, id: string, change: Change): Promise<Likes> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    if (!(await insights.lockInsight(db, scope, id))) throw new AppError('not_found')
    const [, likes] = await Promise.all([change(db, scope, id, now()), insights.selectLikes(db, scope, id)])
    return likes
  })
