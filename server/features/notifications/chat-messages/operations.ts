import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { withTeamTransaction } from '#server/db/database.ts'
import type { OutboxKind } from '#server/db/schema/tables/outbox.ts'
import { ProviderFailure } from '#server/errors.ts'
import type { ReportText } from '#server/providers/report-text.ts'
import { mrkdwn } from '#server/providers/slack/mrkdwn.ts'
import { postMessage, type SlackMessage } from '#server/providers/slack/slack.ts'
import { reportText } from '#server/text/report-text.ts'
import type { Services } from '#server/services.ts'
import { selectDigestText } from '../digest/operations.ts'
import type { slackOf } from '#server/features/chat/slack/operations.ts'
import * as posts from './sql.ts'

const beginningMost = 60_000 // milliseconds; after that we no longer wait for the first post of a thread

/** Stores where a report was posted. Later changes of the report then change the message, too. */
export const saveReportPost = (
  { database, now }: Services,
  team: { teamId: string },
  { message, ...post }: { reportId: string; message: SlackMessage; place: posts.PostedMessage },
): Promise<void> =>
  withTeamTransaction(database, team, (db) =>
    posts.insertReport(db, { ...team, id: newId() }, { ...post, shown: fingerprintOf(message), now: now() }),
  )

export const fingerprintOf = (message: SlackMessage) =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64')

/**
 * Returns the thread of a day. The first report of the day begins the thread (N9.03).
 * @param head.text in Slack's mark-up
 * @returns undefined if it is unknown whether the thread was begun: the report is then posted outside of a thread
 * @throws ProviderFailure rate_limited while another report begins the thread
 */
export async function threadOf(
  { database, now }: Services,
  team: { teamId: string },
  slack: NonNullable<Awaited<ReturnType<typeof slackOf>>>,
  head: { day: string; text: string },
): Promise<string | undefined> {
  const place = { ...team, id: newId() }
  const known = await withTeamTransaction(database, team, (db) =>
    posts.beginThread(db, place, { day: head.day, now: now() }),
  )
  if (known) {
    if (known.ts !== null) return known.ts
    if (now().getTime() - known.created_at.getTime() > beginningMost) return undefined
    throw new ProviderFailure('Slack', 'rate_limited', { retryAfter: 5 })
  }
  try {
    const { channel, ts } = await postMessage(slack, slack.botToken, { channel: slack.channel, text: head.text })
    await withTeamTransaction(database, team, (db) => posts.saveThread(db, place, { channel, ts, now: now() }))
    return ts
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason !== 'unknown_outcome')
      await withTeamTransaction(database, team, (db) => posts.deleteThread(db, place))
    throw error
  }
}

type Post = {
  teamId: string
  kind: OutboxKind
  report_id: string | null
  comment_id: string | null
  day: string | null
}

/** A comment in Slack's mark-up, or a post with the fields of a report. */
export type PostContent = { kind: 'comment'; text: string } | { kind: 'post'; words: ReportText }

/** Reads the current content of a post. Returns undefined if its report or comment was deleted. */
export const contentOfPost = (
  { config: { publicUrl }, database }: Pick<Services, 'config' | 'database'>,
  { teamId, kind, report_id: reportId, comment_id: commentId, day }: Post,
): Promise<PostContent | undefined> =>
  withTeamTransaction(database, { teamId }, async (db) => {
    if (kind === 'digest') return { kind: 'post', words: await selectDigestText(db, { teamId }, day ?? '', publicUrl) }
    if (kind === 'comment_post') {
      const comment = commentId && (await posts.selectComment(db, { teamId }, commentId))
      return comment ? { kind: 'comment', text: `*${mrkdwn(comment.author)}*\n${mrkdwn(comment.body)}` } : undefined
    }
    const shown = reportId && (await posts.selectReport(db, { teamId }, reportId))
    return shown
      ? { kind: 'post', words: reportText({ ...shown, reportTime: shown.report_time, publicUrl }) }
      : undefined
  })
