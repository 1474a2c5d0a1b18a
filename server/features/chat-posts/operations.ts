import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { type Destination, providers } from '#contract/providers.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { selectDue } from '#server/db/due-rows.ts'
import { addJob } from '#server/db/jobs.ts'
import { ProviderFailure } from '#server/errors.ts'
import { mrkdwn } from '#server/providers/slack/mrkdwn.ts'
import { reportBlocks } from '#server/providers/slack/report-blocks.ts'
import { deleteMessage, updateMessage } from '#server/providers/slack/changes.ts'
import { postMessage, type SlackMessage } from '#server/providers/slack/slack.ts'
import type { ReportWords } from '#server/providers/report-words.ts'
import { webhooks } from '#server/providers/webhooks.ts'
import { reportWords } from '#server/report-in-words.ts'
import type { Services } from '#server/services.ts'
import { digestWords } from '../digests/operations.ts'
import { noteFailure } from '../slack-trouble/operations.ts'
import { slackOf } from '../slack/operations.ts'
import { webhookOf } from '../webhooks/operations.ts'
import * as posts from './sql.ts'

type Place = { teamId: string; id: string }

const day = 24 * 60 * 60_000 // milliseconds
const keptFor = 90 * day
const attemptsMost = 8
const beginningMost = 60_000 // milliseconds
const pauseAfter = (attempts: number) => Math.min(2 ** attempts, 240) * 60_000 // milliseconds

/** A report was told: its message follows the report from now on. */
export const keepReportPost = (
  { database, now }: Services,
  team: { teamId: string },
  { message, ...told }: { reportId: string; message: SlackMessage; stands: posts.Stands },
): Promise<void> =>
  withTeamTransaction(database, team, (db) =>
    posts.insertReport(db, { ...team, id: newId() }, { ...told, shown: fingerprintOf(message), now: now() }),
  )

const fingerprintOf = (message: SlackMessage) => createHash('sha256').update(JSON.stringify(message)).digest('base64')

/**
 * The thread of a day, which its first report begins (N9.03).
 * @param head.text in Slack's mark-up
 * @returns undefined where nobody knows whether it was begun: then a report stands by itself
 * @throws ProviderFailure limited while another one begins it
 */
export async function threadOf(
  { database, now }: Services,
  team: { teamId: string },
  slack: Awaited<ReturnType<typeof slackOf>> & object,
  head: { day: string; text: string },
): Promise<string | undefined> {
  const place = { ...team, id: newId() }
  const known = await withTeamTransaction(database, team, (db) =>
    posts.beginThread(db, place, { day: head.day, now: now() }),
  )
  if (known) {
    if (known.ts !== null) return known.ts
    if (now().getTime() - known.created_at.getTime() > beginningMost) return undefined
    throw new ProviderFailure('Slack', 'limited', { retryAfter: 5 })
  }
  try {
    const { channel, ts } = await postMessage(slack, slack.botToken, { channel: slack.channel, text: head.text })
    await withTeamTransaction(database, team, (db) =>
      posts.settle(db, place, { channel, ts, shown: '', due: now().toISOString() }),
    )
    return ts
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason !== 'uncertain')
      await withTeamTransaction(database, team, (db) => posts.deletePost(db, place))
    throw error
  }
}

/** Has everything brought up to date that has changed here. */
export async function followDue({ database, now }: Services): Promise<void> {
  await withEveryTeamTransaction(database, async (db) => {
    for (const place of await selectDue(db, 'chat_posts', now()))
      await addJob(db, 'follow', place, { key: `follow ${place.id}`, runAt: now() })
  })
}

/** One message becomes what it should be: it is posted once, changed, or taken away. */
export async function follow(services: Services, place: Place): Promise<void> {
  const { database, now, config } = services
  const work = await withTeamTransaction(database, place, async (db) => {
    const post = await posts.selectPost(db, place, now())
    if (!post) return undefined
    const said = await saidIn(db, place, post, config.publicUrl)
    const isNew = post.ts === null
    // Nobody knows whether it has arrived, or it is not wanted any more.
    if (isNew && (post.sending_at || !said)) {
      if (said) await posts.postpone(db, place, { failure: 'uncertain', until: null })
      else await posts.deletePost(db, place)
      return undefined
    }
    if (isNew) await posts.markSending(db, place, now())
    return { post, said }
  })
  if (!work) return
  const { post } = work
  try {
    const stands =
      post.destination === 'slack' ? await bring(services, place, work) : await postOnce(services, place, work)
    await withTeamTransaction(database, place, async (db) => {
      if (stands) await posts.settle(db, place, { ...stands, due: post.due_at })
      else await posts.settleGone(db, place, post.due_at)
    })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { reason: failure, passes, retryAfter = 0 } = error
    const again = passes && post.attempts < attemptsMost
    const pause = Math.max(pauseAfter(post.attempts), retryAfter * 1_000)
    const until = again ? new Date(now().getTime() + pause) : null
    await withTeamTransaction(database, place, (db) => posts.postpone(db, place, { failure, until }))
    if (post.destination === 'slack') await noteFailure(services, place, failure)
    const about = { kind: post.kind, destination: post.destination, reason: failure, attempts: post.attempts + 1 }
    services.logEvent(again ? 'delivery_failed' : 'delivery_dead', place, { ...about, id: place.id })
  }
}

/** A comment, or what has the form of a report. */
type Said = { comment: string } | { words: ReportWords }
type Work = { post: posts.Post; said: Said | undefined }

/** @returns where it stands and what as; undefined where it is gone @throws ProviderFailure */
async function bring(services: Services, { teamId }: Place, { post, said }: Work) {
  const slack = await slackOf(services, teamId)
  if (!slack) throw new ProviderFailure('Slack', 'nowhere')
  const { channel, ts, thread_ts: threadTs, shown } = post
  const where = { channel: channel ?? slack.channel }
  if (!said) return void (await deleteMessage(slack, slack.botToken, { ...where, ts: ts! }))
  const message = 'words' in said ? reportBlocks(said.words) : { text: said.comment }
  const fingerprint = fingerprintOf(message)
  if (ts === null) {
    const posted = await postMessage(slack, slack.botToken, { ...where, ...message, ...(threadTs && { threadTs }) })
    return { ...posted, shown: fingerprint }
  }
  const isThere = fingerprint === shown || (await updateMessage(slack, slack.botToken, { ...where, ts, ...message }))
  return isThere ? { ...where, ts, shown: fingerprint } : undefined
}

/** Where nothing can be changed afterwards. */
async function postOnce(services: Services, { teamId, id }: Place, { post: { destination, day: of, ts }, said }: Work) {
  if (ts !== null || destination === 'slack' || !said || !('words' in said)) return undefined
  const url = await webhookOf(services, teamId, destination)
  if (!url) throw new ProviderFailure(providers[destination].name, 'nowhere')
  await webhooks[destination].postReport(url, { id, day: of ?? '', words: said.words })
  return { channel: destination, ts: id, shown: '' }
}

/** What it should say; undefined where what it is about is gone. */
async function saidIn(
  db: Db,
  team: { teamId: string },
  { kind, report_id: reportId, comment_id: commentId, day: of }: posts.Post,
  publicUrl: string,
): Promise<Said | undefined> {
  if (kind === 'digest') return { words: await digestWords(db, team, of ?? '', publicUrl) }
  if (kind === 'comment') {
    const comment = await posts.selectComment(db, team, commentId ?? '')
    return comment && { comment: `*${mrkdwn(comment.author)}*\n${mrkdwn(comment.body)}` }
  }
  const shown = await posts.selectReport(db, team, reportId ?? '')
  return shown && { words: reportWords({ ...shown, reportTime: shown.report_time, publicUrl }) }
}

/** A place takes messages again: what was refused is tried once more. */
export const revivePosts = async (
  { database, now }: Services,
  team: { teamId: string },
  destination: Destination,
): Promise<void> => {
  await withTeamTransaction(database, team, (db) => posts.revive(db, team, destination, now()))
}

export const deleteOldPosts = async ({ database, now }: Services): Promise<void> => {
  await withEveryTeamTransaction(database, (db) => posts.deleteBefore(db, new Date(now().getTime() - keptFor)))
}
