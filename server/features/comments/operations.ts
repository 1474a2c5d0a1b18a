import { v7 as newId } from 'uuid'
import type { Comment, CommentChange, CommentDraft, Subject } from '#contract/comments.ts'
import type { Page } from '#contract/fields.ts'
import { requireAuthor } from '#server/access/authors.ts'
import type { Scope } from '#server/access/scope.ts'
import { requireUnchanged } from '#server/access/unchanged.ts'
import { answering } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { deleteComments } from '#server/db/delete-comments.ts'
import { deleteCopy } from '#server/db/deleted-reports/deleted-comments.ts'
import { followComments } from '#server/db/outbox.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { undoableSince } from '#server/undo-period.ts'
import { queueMentions } from '#server/features/notifications/queue/operations.ts'
import { indexTexts } from '../search/operations.ts'
import { type ThreadMembers, recipientsOf } from './policy.ts'
import * as comments from './sql.ts'

/** The report or insight that a comment is about. */
export type About = { subject: Subject; id: string }

/**
 * Lists the comments on a report or an insight. Every member of the team can read and write all of them (S6.03).
 * @throws AppError not_found
 */
export const readComments = (
  { database }: Services,
  scope: Scope,
  about: About,
  page: Page,
): Promise<{ comments: Comment[] }> =>
  withTeamTransaction(database, scope, async (db) => {
    if ((await comments.selectSubjectAuthor(db, scope, about)) === undefined) throw new AppError('not_found')
    return { comments: await comments.selectComments(db, scope, about, page) }
  })

/**
 * Adds a comment. If the id is that of a comment that the caller has just deleted, restores that comment. If a comment
 * with this id and text exists, returns it.
 * @throws AppError not_found; changed_elsewhere: the comment has another text; invalid_input: another comment has the
 * id
 */
export const addComment = (services: Services, scope: Scope, about: About, draft: CommentDraft): Promise<Comment> =>
  withTeamTransaction(services.database, answering(scope), (db) => addCommentWithin(db, services, scope, about, draft))

/** Adds a comment in the caller's transaction, as `addComment` does. */
export async function addCommentWithin(
  db: Db,
  services: Services,
  scope: Scope,
  about: About,
  { body, mentions = [], id = newId() }: CommentDraft,
): Promise<Comment> {
  const isAdded = await comments.insertOrRestore(db, scope, about, { id, body, now: services.now() })
  const author = await comments.selectSubjectAuthor(db, scope, about)
  if (author === undefined) throw new AppError('not_found')
  if (!isAdded) {
    const words = await comments.selectOwnText(db, scope, about, id)
    if (!words) throw new AppError('invalid_input', { field: { name: 'id', code: 'taken' } })
    requireUnchanged('changed_elsewhere', { now: words, before: { body }, sent: { body } })
    return comments.selectComment(db, scope, id)
  }
  const [others] = await Promise.all([
    comments.selectCommenters(db, scope, about),
    followComments(db, { teamId: scope.teamId, ids: [id] }, services.now()),
  ])
  await updateMentions(services, db, scope, id, { author, others, named: mentions })
  return indexed(db, scope, id, body)
}

/**
 * Changes the caller's comment. Notifies the members that only the new text names. Removes the mentions of members that
 * only the former text named.
 * @throws AppError not_found, not_yours; changed_elsewhere: the stored text differs from `before`
 */
export const changeComment = (services: Services, scope: Scope, id: string, change: CommentChange): Promise<Comment> =>
  withTeamTransaction(services.database, answering(scope), (db) => changeCommentWithin(db, services, scope, id, change))

/** Changes a comment in the caller's transaction, as `changeComment` does. */
export async function changeCommentWithin(
  db: Db,
  services: Services,
  scope: Scope,
  id: string,
  { body, mentions = [], before }: CommentChange,
): Promise<Comment> {
  const comment = await comments.selectForUpdate(db, scope, id)
  requireAuthor(scope, comment?.user_id)
  requireUnchanged('changed_elsewhere', { now: comment!, before, sent: { body } })
  if (await comments.updateBody(db, scope, id, body, services.now()))
    await followComments(db, { teamId: scope.teamId, ids: [id] }, services.now())
  await updateMentions(services, db, scope, id, { author: scope.userId, others: [], named: mentions })
  return indexed(db, scope, id, body)
}

/**
 * Deletes a comment of the caller, which `addComment` can restore under its id.
 * @throws AppError not_found, not_yours
 */
export const deleteComment = ({ database, now }: Services, scope: Scope, id: string): Promise<void> =>
  withTeamTransaction(database, answering(scope), (db) => deleteCommentWithin(db, scope, id, now()))

/**
 * Deletes a comment in the caller's transaction, as `deleteComment` does. If the comment's report is deleted, the
 * comment is not restored with the report.
 */
export async function deleteCommentWithin(db: Db, scope: Scope, id: string, now: Date): Promise<void> {
  let comment = await comments.selectForUpdate(db, scope, id)
  if (!comment) {
    if (await deleteCopy(db, scope, id)) return
    comment = await comments.selectForUpdate(db, scope, id) // the report was restored a moment ago
  }
  requireAuthor(scope, comment?.user_id)
  await comments.markDeleted(db, scope, id, now)
  await followComments(db, { teamId: scope.teamId, ids: [id] }, now)
}

/**
 * Deletes comments for good once they can no longer be restored. Their messages in Slack were deleted together with the
 * comments.
 */
export const forgetDeletedComments = ({ database, now }: Services): Promise<void> =>
  deleteComments(database, comments.isDeletedBefore(undoableSince(now())))

/**
 * Stores which members the comment concerns, and notifies those to whom it is new. Drops the mentions of members that
 * the text no longer names.
 */
async function updateMentions(
  services: Services,
  db: Db,
  scope: Scope,
  id: string,
  concerned: ThreadMembers,
): Promise<void> {
  const people = recipientsOf(scope.userId, concerned)
  await comments.settleMentions(db, scope, id, concerned.named, services.now())
  const notified = await comments.insertMentions(db, scope, id, people, services.now())
  await queueMentions(services, db, scope, { comment_id: id }, notified)
}

async function indexed(db: Db, scope: Scope, id: string, body: string): Promise<Comment> {
  const [comment] = await Promise.all([
    comments.selectComment(db, scope, id),
    indexTexts(db, scope, 'comment', { id, texts: [body] }),
  ])
  return comment
}
