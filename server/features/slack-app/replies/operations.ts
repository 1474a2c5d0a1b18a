import { v7 as newId } from 'uuid'
import { charactersIn } from '#contract/characters.ts'
import { limits } from '#contract/limits.ts'
import { memberScope } from '#server/access/membership.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { deleteOldRows } from '#server/db/delete-old.ts'
import { addCopy, changeCopy } from '#server/db/deleted-reports/deleted-comments.ts'
import { AppError } from '#server/errors.ts'
import { shorten } from '#server/providers/shorten.ts'
import { plainText } from '#server/providers/slack/plain-text.ts'
import type { SlackRequest } from '#server/providers/slack/requests.ts'
import type { Services } from '#server/services.ts'
import { addCommentWithin, changeCommentWithin, deleteCommentWithin } from '#server/features/comments/operations.ts'
import * as replies from './sql.ts'

/**
 * How long replies are accepted: as long as the posts of reports are kept. A reply to an older post does not become a
 * comment.
 */
const keptFor = 90 * 24 * 60 * 60_000 // milliseconds

type Said = SlackRequest & { kind: 'reply' }
type Gone = SlackRequest & { kind: 'reply-gone' }

/**
 * Stores a reply in Slack to a report's post as a comment (N9.04). Repeated and reordered events result in one comment,
 * and a newer version of the reply changes the comment. If no member is linked with the person, the reply stays in
 * Slack only.
 */
export async function saveReply(services: Services, said: Said): Promise<void> {
  await aboutReport(services, said, async (db, about) => {
    const people = await replies.selectPeople(db, about)
    const writer = people.find(({ subject }) => subject === said.personId)
    if (!writer) return
    const { body, named } = plainText(said.text, (id) => people.find(({ subject }) => subject === id))
    if (body === '') return
    const scope = memberScope({ teamId: about.teamId, userId: writer.id })
    const comment = { body: shorten(body, (part) => charactersIn(part) <= limits.comment), mentions: named }
    const { channel, ts, edited } = said
    const of = { channel, ts, edited, reportId: about.reportId }
    const commentId = newId()
    if (await replies.insertReply(db, about, { ...of, commentId, now: services.now() })) {
      const added = { ...comment, id: commentId }
      // If the report is deleted, the reply is stored with the deleted report, and restored together with it.
      if (await addCopy(db, scope, about.reportId, { ...added, now: services.now() })) return
      await addCommentWithin(db, services, scope, { subject: 'report', id: about.reportId }, added)
      return
    }
    const known = edited === '' ? undefined : await replies.renewReply(db, about, of)
    if (!known || (await changeCopy(db, scope, known, comment.body, services.now()))) return
    await changeCommentWithin(db, services, scope, known, comment)
  })
}

/** Deletes the comment of a reply that was deleted in Slack, even if the deletion arrives before the reply. */
export async function deleteReply(services: Services, gone: Gone): Promise<void> {
  await aboutReport(services, gone, async (db, about) => {
    const { channel, ts } = gone
    const of = { channel, ts, reportId: about.reportId }
    const before = { ...of, commentId: null, edited: '', now: services.now() }
    if (await replies.insertReply(db, about, before)) return
    const commentId = await replies.endReply(db, about, { channel, ts })
    const people = await replies.selectPeople(db, about)
    const writer = people.find(({ subject }) => subject === gone.personId)
    if (!commentId || !writer) return
    const scope = memberScope({ teamId: about.teamId, userId: writer.id })
    await deleteCommentWithin(db, scope, commentId, services.now())
  })
}

/** Runs `work` in a transaction of the report's team. Does nothing if the report or comment no longer exists. */
async function aboutReport(
  { database }: Services,
  message: Said | Gone,
  work: (db: Db, about: { teamId: string; reportId: string }) => Promise<void>,
): Promise<void> {
  const about = await withEveryTeamTransaction(database, (db) => replies.selectReport(db, message))
  if (!about) return
  try {
    await withTeamTransaction(database, about, (db) => work(db, about))
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'not_found' && error.code !== 'not_yours')) throw error
  }
}

export const deleteOldReplies = ({ database, now }: Services): Promise<void> =>
  deleteOldRows(database, 'slack_replies', {
    key: ['channel', 'ts'],
    isOld: replies.isOld(new Date(now().getTime() - keptFor)),
  })
