import { openDirectMessage, postMessage, type SlackMessage } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { slackOf } from '../slack/operations.ts'

/** What writes to a member in the team's Slack; undefined where they have disconnected since. */
export async function directMessage(
  services: Services,
  teamId: string,
  { slack_id: slackId }: { slack_id: string | null },
): Promise<((message: SlackMessage) => Promise<unknown>) | undefined> {
  const slack = await slackOf(services, teamId)
  if (!slack || !slackId) return undefined
  return async (message) => {
    const channel = await openDirectMessage(slack, slack.botToken, slackId)
    return postMessage(slack, slack.botToken, { channel, ...message })
  }
}
