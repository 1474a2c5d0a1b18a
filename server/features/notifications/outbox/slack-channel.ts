import { providers } from '#contract/providers.ts'
import { ProviderFailure } from '#server/errors.ts'
import { deleteMessage, updateMessage } from '#server/providers/slack/changes.ts'
import { mrkdwn } from '#server/providers/slack/mrkdwn.ts'
import { reminderMessage } from '#server/providers/slack/reminder-message.ts'
import { reportBlocks } from '#server/providers/slack/report-blocks.ts'
import { openDirectMessage, postMessage, type SlackMessage } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { fingerprintOf, saveReportPost, threadOf } from '../chat-messages/operations.ts'
import { markDisconnected } from '#server/features/chat/slack-health/operations.ts'
import { slackOf } from '#server/features/chat/slack/operations.ts'
import type { Attempt, Channel } from './channel.ts'
import { type Content, contentOf, reminderText } from './content.ts'
import { inSlack } from './notice.ts'
import { notificationRetries } from './policy.ts'
import type { Row } from './sql.ts'

type Workspace = NonNullable<Awaited<ReturnType<typeof slackOf>>>
type Report = Content & { kind: 'report' }
/** A post. `to`: the member who gets it as a direct message. If `message` is undefined, the post is deleted. */
type Post = { slack: Workspace } & (
  | { message: SlackMessage; to: string }
  | { message: SlackMessage; report: Report }
  | { message: SlackMessage | undefined; post: true }
)

/** The team's channel in Slack, and direct messages to its members. */
export const slack: Channel<Post> = {
  async render(services, row) {
    const content = await contentOf(services, row)
    if (!content && row.ts === null) return undefined
    const slack = await slackOf(services, row.teamId)
    if (content && 'member' in content) {
      const to = content.member.slack_id
      const message = directMessage(services, row, content)
      return slack && to && message ? { slack, message, to } : undefined
    }
    if (!slack) throw new ProviderFailure(providers.slack.name, 'not_connected')
    if (content?.kind === 'report') return { slack, message: reportBlocks(content.words), report: content }
    const message = content?.kind === 'comment' ? { text: content.text } : content && reportBlocks(content.words)
    return { slack, message, post: true }
  },
  async send(services, row, post) {
    if ('report' in post) return postReport(services, row, post)
    const { slack, message } = post
    if ('post' in post) return syncPost(slack, row, message)
    const channel = await openDirectMessage(slack, slack.botToken, post.to)
    await postMessage(slack, slack.botToken, { channel, ...post.message })
  },
  // An edit or a deletion can be repeated. A new post cannot: it would appear twice.
  isIdempotent: ({ ts }) => ts !== null,
  retryPolicy: notificationRetries,
  async noteOutcome(services, { teamId }, { failure }) {
    if (failure) await markDisconnected(services, { teamId }, failure.reason)
  },
}

/** Posts, edits or deletes a message in Slack, so that Slack shows `message`. */
async function syncPost(slack: Workspace, row: Row, message: SlackMessage | undefined): Promise<Attempt> {
  const { ts, thread_ts: threadTs, shown } = row
  const where = { channel: row.channel ?? slack.channel }
  if (!message) {
    if (ts !== null) await deleteMessage(slack, slack.botToken, { ...where, ts })
    return { isGone: true }
  }
  const fingerprint = fingerprintOf(message)
  if (ts === null) {
    const posted = await postMessage(slack, slack.botToken, { ...where, ...message, ...(threadTs && { threadTs }) })
    return { receipt: { ...posted, shown: fingerprint } }
  }
  const isThere = fingerprint === shown || (await updateMessage(slack, slack.botToken, { ...where, ts, ...message }))
  return isThere ? { receipt: { ...where, ts, shown: fingerprint } } : { isGone: true }
}

function directMessage(services: Services, { teamId }: Row, content: Content): SlackMessage | undefined {
  if (content.kind === 'notice') return { text: content.parts.map(inSlack).join('\n\n') }
  if (content.kind !== 'reminder') return undefined
  const { slack } = services.config.providers
  const canWrite = slack?.signingSecret !== undefined || slack?.appToken !== undefined
  return reminderMessage(reminderText(services, content), { canWrite, teamId })
}

/**
 * Posts a report, in the thread of its day if the team wants that. Later changes of the report also change this
 * message.
 */
async function postReport(
  services: Services,
  { teamId, day }: Row,
  { slack, message, report }: Post & { message: SlackMessage; report: Report },
): Promise<void> {
  const head = { day: day ?? '', text: mrkdwn(report.words.title) }
  const threadTs = report.isInThread ? await threadOf(services, { teamId }, slack, head) : undefined
  const place = { channel: slack.channel, ...(threadTs && { threadTs }) }
  const posted = await postMessage(slack, slack.botToken, { ...place, ...message })
  const post = { reportId: report.reportId, message, place: { ...posted, threadTs: threadTs ?? null } }
  await saveReportPost(services, { teamId }, post)
}
