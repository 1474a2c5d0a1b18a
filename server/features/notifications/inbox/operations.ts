import type { MarkedMentions, Mention, Mentions, ReadMentions, UnreadMentions } from '#contract/comments.ts'
import type { Page } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as mentions from './sql.ts'

export const readMentions = ({ database }: Services, scope: Scope, page: Page): Promise<Mentions> =>
  withTeamTransaction(database, scope, async (db) => ({
    mentions: await mentions.selectMentions(db, scope, page),
    unread: await mentions.countUnread(db, scope),
  }))

/** Returns the mentions of a notification that are still unread, in the order of their comments. */
export const unreadOf = (
  { database }: Pick<Services, 'database'>,
  member: Pick<Scope, 'teamId' | 'userId'>,
  noticeId: string,
): Promise<Mention[]> =>
  withTeamTransaction(database, member, async (db) => {
    const unread = await mentions.selectMentions(db, member, { limit: limits.pageSize, offset: 0 }, noticeId)
    return unread.toReversed()
  })

/** Marks a mention as read. @throws AppError not_found: the mention does not exist, or belongs to another member */
export const markRead = ({ database, now }: Services, scope: Scope, id: string): Promise<void> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    if (!(await mentions.isMine(db, scope, id))) throw new AppError('not_found')
    await mentions.updateRead(db, scope, { id }, now())
  })

/** Marks all mentions, or those of one subject, as read. @returns those that were unread */
export const markAllRead = (
  { database, now }: Services,
  scope: Scope,
  { subject_id }: ReadMentions,
): Promise<MarkedMentions> =>
  withTeamTransaction(database, answering(scope), async (db) => {
    const ids = await mentions.updateRead(db, scope, { subject_id }, now())
    return { ids: ids.slice(0, limits.mentionsMarked) }
  })

/** Marks mentions as unread. Ignores unknown ids and those of other members. */
export const markUnread = ({ database }: Services, scope: Scope, { ids }: UnreadMentions): Promise<unknown> =>
  withTeamTransaction(database, answering(scope), (db) => mentions.updateUnread(db, scope, ids))

/**
 * Marks the member's mentions in a report, or in the reports of a day, as read. Must run in the caller's transaction.
 */
export const markReportsRead = mentions.updateReportsRead
