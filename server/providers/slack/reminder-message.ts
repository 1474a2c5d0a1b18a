import { mrkdwn, mrkdwnLink } from './mrkdwn.ts'
import { writeReport } from './requests.ts'
import type { SlackMessage } from './slack.ts'

/**
 * @param canWrite whether Slack can send button presses to us; then the report can be written in Slack
 * @param teamId the report's team, because a person can be in several teams
 */
export function reminderMessage(
  { text, link, linkText }: { text: string; link: string; linkText: string },
  { canWrite, teamId }: { canWrite: boolean; teamId: string },
): SlackMessage {
  const words = `${mrkdwn(text)}\n${mrkdwnLink(link, linkText)}`
  if (!canWrite) return { text: words }
  return {
    text: words,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: words, verbatim: true } },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            action_id: writeReport,
            style: 'primary',
            text: { type: 'plain_text', text: linkText, emoji: false },
            value: teamId,
          },
        ],
      },
    ],
  }
}
