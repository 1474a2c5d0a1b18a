import { v7 as newId } from 'uuid'
import type { Comment, CommentChange, CommentDraft, Subject } from '#contract/comments.ts'
import type { Page } from '#contract/fields.ts'
import { requireAuthor } from '#server/access/authors.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inEveryTeam, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { takenBackSince } from '#server/taken-back.ts'
import { queueMentions } from '../notifications/operations.ts'
import { indexTexts } from '../search/operations.ts'
import { type Concerned, forWhom } from './policy.ts'
import * as comments from './sql.ts'

/** What it is about: the id of a report or an insight. */
export type About = { subject: Subject; id: string }

/** Everybody in a team reads and answers everything (S6.03). @throws AppError not_found */
export const readComments = (
  { database }: Services,
  scope: Scope,
  about: About,
  page: Page,
): Promise<{ comments: Comment[] }> =>
  inTeam(database, scope, async (db) => {
    if ((await comments.selectSubjectAuthor(db, scope, about)) === undefined) throw new AppError('not_found')
    return { comments: await comments.selectComments(db, scope, about, page) }
  })

/**
 * Under the id of one that the caller has written to the same it is that one, also if they have just deleted it. Other
 * words are an edit.
 * @throws AppError not_found; invalid_input: the id is another comment's
 */
export const addComment = (
  services: Services,
  scope: Scope,
  about: About,
  { body, mentions = [], id = newId() }: CommentDraft,
): Promise<Comment> =>
  inTeam(services.database, scope, async (db) => {
    const isKept = await comments.upsertComment(db, scope, about, { id, body, now: services.now() })
    const author = await comments.selectSubjectAuthor(db, scope, about)
    if (author === undefined) throw new AppError('not_found')
    if (!isKept) throw new AppError('invalid_input', { field: { name: 'id', code: 'taken' } })
    const others = await comments.selectCommenters(db, scope, about)
    await tell(services, db, scope, id, { author, others, named: mentions })
    return indexed(db, scope, id, body)
  })

/** Whom it names from now on hears of it. @throws AppError not_found, not_yours */
export const changeComment = (
  services: Services,
  scope: Scope,
  id: string,
  { body, mentions = [] }: CommentChange,
): Promise<Comment> =>
  inTeam(services.database, scope, async (db) => {
    requireAuthor(scope, await comments.selectForUpdate(db, scope, id))
    await comments.updateBody(db, scope, id, body, services.now())
    await tell(services, db, scope, id, { author: scope.userId, others: [], named: mentions })
    return indexed(db, scope, id, body)
  })

/** Added again under its id, it is as it was (`addComment`). @throws AppError not_found, not_yours */
export const deleteComment = ({ database, now }: Services, scope: Scope, id: string): Promise<void> =>
  inTeam(database, scope, async (db) => {
    requireAuthor(scope, await comments.selectForUpdate(db, scope, id))
    await comments.markDeleted(db, scope, id, now())
  })

export async function forgetDeletedComments({ database, now }: Services): Promise<void> {
  await inEveryTeam(database, (db) => comments.deleteDeleted(db, takenBackSince(now())))
}

/** Lists it for whom it is for, and has them told. */
async function tell(services: Services, db: Db, scope: Scope, id: string, concerned: Concerned): Promise<void> {
  const people = forWhom(scope.userId, concerned)
  await queueMentions(services, db, scope, id, await comments.insertMentions(db, scope, id, people, services.now()))
}

async function indexed(db: Db, scope: Scope, id: string, body: string): Promise<Comment> {
  const [comment] = await Promise.all([
    comments.selectComment(db, scope, id),
    indexTexts(db, scope, 'comment', { id, texts: [body] }),
  ])
  return comment
}
