import { providers } from '#contract/providers.ts'
import { ProviderFailure } from '#server/errors.ts'
import { mrkdwn } from '#server/providers/slack/mrkdwn.ts'
import { reminderMessage } from '#server/providers/slack/reminder-message.ts'
import { reportBlocks } from '#server/providers/slack/report-blocks.ts'
import { openDirectMessage, postMessage, type SlackMessage } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { keepReportPost, threadOf } from '../chat-posts/operations.ts'
import { noteFailure } from '../slack-trouble/operations.ts'
import { slackOf } from '../slack/operations.ts'
import type { Channel } from './channel.ts'
import { type Content, contentOf, reminderWords } from './content.ts'
import { inSlack } from './notice.ts'
import { notificationRetries } from './policy.ts'
import type { Row } from './sql.ts'

type Workspace = NonNullable<Awaited<ReturnType<typeof slackOf>>>
type Post = { slack: Workspace; message: SlackMessage } & ({ to: string } | { report: Content & { kind: 'report' } })

/** The team's channel in Slack, and direct messages to its members. */
export const slack: Channel<Post> = {
  async render(services, row) {
    const content = await contentOf(services, row)
    if (!content) return undefined
    const slack = await slackOf(services, row.teamId)
    if (content.kind === 'report') {
      if (!slack) throw new ProviderFailure(providers.slack.name, 'nowhere')
      return { slack, message: reportBlocks(content.words), report: content }
    }
    const to = content.member.slack_id
    if (!slack || !to) return undefined
    const message = directMessage(services, row, content)
    return message && { slack, message, to }
  },
  async send(services, row, post) {
    const { slack, message } = post
    if ('report' in post) return postReport(services, row, post)
    const channel = await openDirectMessage(slack, slack.botToken, post.to)
    await postMessage(slack, slack.botToken, { channel, ...message })
  },
  isIdempotent: () => false,
  retryPolicy: notificationRetries,
  noteFailure: (services, { teamId }, { reason }) => noteFailure(services, { teamId }, reason),
}

function directMessage(services: Services, { teamId }: Row, content: Content): SlackMessage | undefined {
  if (content.kind === 'notice') return { text: content.parts.map(inSlack).join('\n\n') }
  if (content.kind !== 'reminder') return undefined
  const { slack } = services.config.providers
  const canWrite = slack?.signingSecret !== undefined || slack?.appToken !== undefined
  return reminderMessage(reminderWords(services, content), { canWrite, teamId })
}

/** Posts a report, in the thread of its day if the team wants that. Its message follows the report from then on. */
async function postReport(
  services: Services,
  { teamId, day }: Row,
  { slack, message, report }: Post & { report: Content & { kind: 'report' } },
): Promise<void> {
  const head = { day: day ?? '', text: mrkdwn(report.words.title) }
  const threadTs = report.isInThread ? await threadOf(services, { teamId }, slack, head) : undefined
  const place = { channel: slack.channel, ...(threadTs && { threadTs }) }
  const stands = await postMessage(slack, slack.botToken, { ...place, ...message })
  const told = { reportId: report.reportId, message, stands: { ...stands, threadTs: threadTs ?? null } }
  await keepReportPost(services, { teamId }, told)
}
