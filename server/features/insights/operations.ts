import { v7 as newId } from 'uuid'
import type { Insight, InsightChange, InsightDraft, Likes } from '#contract/insights.ts'
import { limits } from '#contract/limits.ts'
import type { TryChange } from '#contract/tries.ts'
import { requireAuthor } from '#server/access/authors.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inEveryTeam, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { takenBackSince } from '#server/taken-back.ts'
import { indexTexts } from '../search/operations.ts'
import { deleteOrphans, keepTry, mayReturn, withTries } from '../tries/operations.ts'
import { tell } from '../webhook-messages/operations.ts'
import * as insights from './sql.ts'

/**
 * Adds an insight. Under the id of one that the caller has just deleted, it is that one again; other words are an edit.
 * @throws AppError invalid_input: the id is another member's insight's, which they may have just deleted
 */
export const addInsight = (
  services: Services,
  scope: Scope,
  { type, note, id = newId() }: InsightDraft,
): Promise<Insight> =>
  inTeam(services.database, scope, async (db) => {
    const added = await insights.upsertInsight(db, scope, { id, type, note }, services.now())
    // After the insert: it may have waited until the insight that had the id was deleted.
    const deleted = await insights.selectDeleted(db, scope, id)
    if (!added || (deleted && deleted.user_id !== scope.userId))
      throw new AppError('invalid_input', { field: { name: 'id', code: 'taken' } })
    await indexTexts(db, scope, 'insight', { id, texts: [note] })
    if (deleted) await insights.restore(db, scope, id, { likes: deleted.likes, now: services.now() })
    const { listeners, ...row } = await insights.selectAdded(db, scope, id)
    const [insight] = (await withTries(db, scope, [row])) as [Insight]
    if (added.isNew && !deleted) await tell(services, db, scope, listeners, 'insight.created', () => insight)
    return insight
  })

/** @throws AppError not_found, not_yours */
export const changeInsight = (
  { database, now }: Services,
  scope: Scope,
  id: string,
  change: InsightChange,
): Promise<Insight> =>
  inTeam(database, scope, async (db) => {
    requireAuthor(scope, await insights.selectForUpdate(db, scope, id))
    const [, insight] = await Promise.all([
      insights.updateInsight(db, scope, id, change, now()),
      readOne(db, scope, id),
      indexTexts(db, scope, 'insight', { id, texts: [change.note] }),
    ])
    return insight
  })

/** Its likes and comments go with it, and come back with it (`addInsight`). @throws AppError not_found, not_yours */
export const deleteInsight = ({ database, now }: Services, scope: Scope, id: string): Promise<void> =>
  inTeam(database, scope, async (db) => {
    requireAuthor(scope, await insights.selectForUpdate(db, scope, id))
    await insights.deleteInsight(db, scope, id, now())
  })

export async function forgetDeletedInsights({ database, now }: Services): Promise<void> {
  await inEveryTeam(database, (db) => insights.deleteDeleted(db, takenBackSince(now())))
  await inEveryTeam(database, deleteOrphans)
}

/** Everybody in a team reads and likes everybody's insights (D6.02), so the scope is the whole policy. */
export const readInsights = ({ database }: Services, scope: Scope, query: insights.Window): Promise<Insight[]> =>
  inTeam(database, scope, async (db) => withTries(db, scope, await insights.selectInsights(db, scope, query)))

/** Within the caller's transaction: those of a few days, the newest first. */
export const insightsBetween = async (db: Db, member: insights.Member, days: { since: string; until: string }) =>
  withTries(db, member, await insights.selectInsights(db, member, { ...days, limit: limits.pageSize, offset: 0 }))

/** Within the caller's transaction: Tries of which it is still to be decided what becomes of them, and that come back on one of these days. */
export async function triesReturning(db: Db, member: insights.Member, days: { from: string; until: string }) {
  const rows = await insights.selectThese(db, member, await mayReturn(db, member, days))
  return (await withTries(db, member, rows)).filter(
    ({ try: its }) => its?.outcome === null && days.from <= its.returns_on && its.returns_on <= days.until,
  )
}

/**
 * Anybody in the team takes a Try on, lets it go, and decides what becomes of it.
 * @throws AppError not_found: also what is no Try; only_oneself: nobody is named but by themselves
 */
export const changeTry = ({ database, now }: Services, scope: Scope, id: string, change: TryChange): Promise<Insight> =>
  inTeam(database, scope, async (db) => {
    if (change.owner_id && change.owner_id !== scope.userId) throw new AppError('only_oneself')
    if ((await insights.selectForUpdate(db, scope, id)) === undefined) throw new AppError('not_found')
    const row = await insights.selectInsight(db, scope, id)
    if (row.type !== 'try') throw new AppError('not_found')
    await keepTry(db, scope, row, change, now())
    return readOne(db, scope, id)
  })

async function readOne(db: Db, scope: Scope, id: string): Promise<Insight> {
  return (await withTries(db, scope, [await insights.selectInsight(db, scope, id)]))[0]!
}

/** One like a member, however often it is asked for. @throws AppError not_found */
export const likeInsight = (services: Services, scope: Scope, id: string): Promise<Likes> =>
  changeLike(services, scope, id, insights.insertLike)

/** @throws AppError not_found */
export const unlikeInsight = (services: Services, scope: Scope, id: string): Promise<Likes> =>
  changeLike(services, scope, id, insights.deleteLike)

type Change = (db: Db, scope: Scope, id: string, now: Date) => Promise<unknown>

const changeLike = ({ database, now }: Services, scope: Scope, id: string, change: Change): Promise<Likes> =>
  inTeam(database, scope, async (db) => {
    if (!(await insights.isThere(db, scope, id))) throw new AppError('not_found')
    const [, likes] = await Promise.all([change(db, scope, id, now()), insights.selectLikes(db, scope, id)])
    return likes
  })
