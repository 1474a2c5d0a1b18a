import { providers } from '#contract/providers.ts'
import { ProviderFailure } from '#server/errors.ts'
import { writeMail } from '#server/providers/mail/letters.ts'
import { mrkdwn, mrkdwnLink } from '#server/providers/slack/mrkdwn.ts'
import { reportBlocks } from '#server/providers/slack/report-blocks.ts'
import { openDirectMessage, postMessage } from '#server/providers/slack/slack.ts'
import { webhooks } from '#server/providers/webhooks.ts'
import type { Services } from '#server/services.ts'
import { devicesOf, remindDevices } from '../push/operations.ts'
import { slackOf } from '../slack/operations.ts'
import { settingsOf } from '../users/operations.ts'
import { webhookOf } from '../webhooks/operations.ts'
import type { Delivery } from './sql.ts'
import { linkTo, reminderWords, reportWords } from './words.ts'

/** Asks the provider. */
type Send = () => Promise<unknown>

/**
 * A message that is ready to be sent: whatever it needs has been read.
 * @returns undefined where there is nothing to say any more
 * @throws ProviderFailure nowhere; unauthorized where what is kept does not open any more
 */
export async function prepare(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  delivery: Delivery,
): Promise<Send | undefined> {
  if (!delivery.is_active || !settingsOf(delivery.settings).notifications.daily_report) return undefined
  if (delivery.kind === 'report') return prepareReport(services, { teamId, id }, delivery)
  if (delivery.report || !delivery.is_timely) return undefined
  if (delivery.destination === 'push') return preparePush(services, { teamId, id }, delivery)
  return delivery.destination === 'mail'
    ? prepareLetter(services, id, delivery)
    : prepareDirectMessage(services, teamId, delivery)
}

/** To each of the member's devices; where none is left, as one without is reminded. */
async function preparePush(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  member: Delivery,
): Promise<Send | undefined> {
  const { user_id: userId, display_name: name, day } = member
  const otherwise = async () =>
    (await prepareDirectMessage(services, teamId, member)) ?? (await prepareLetter(services, id, member))
  const devices = await devicesOf(services, { teamId, userId })
  if (devices.length === 0) return otherwise()
  const language = settingsOf(member.settings).language ?? member.team_language
  const { text } = reminderWords({ language, name, day, publicUrl: services.config.publicUrl })
  return async () => {
    if (!(await remindDevices(services, devices, { text, day }))) await (await otherwise())?.()
  }
}

async function prepareReport(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  delivery: Delivery & { kind: 'report' },
): Promise<Send | undefined> {
  const { destination, report, team_language: language, report_time: reportTime, display_name: author, day } = delivery
  if (!report) return undefined
  const words = reportWords({ language, author, day, report, reportTime, publicUrl: services.config.publicUrl })
  if (destination === 'slack') {
    const slack = await slackOf(services, teamId)
    if (!slack) throw new ProviderFailure(providers.slack.name, 'nowhere')
    return () => postMessage(slack, slack.botToken, { channel: slack.channel, ...reportBlocks(words) })
  }
  const url = await webhookOf(services, teamId, destination)
  if (!url) throw new ProviderFailure(providers[destination].name, 'nowhere')
  return () => webhooks[destination].postReport(url, { id, day, words })
}

/** Whoever has disconnected since is not reminded. */
async function prepareDirectMessage(services: Services, teamId: string, member: Delivery): Promise<Send | undefined> {
  const slack = await slackOf(services, teamId)
  const { slack_id: slackId, display_name: name, day } = member
  if (!slack || !slackId) return undefined
  const language = settingsOf(member.settings).language ?? member.team_language
  const { text, link, linkText } = reminderWords({ language, name, day, publicUrl: services.config.publicUrl })
  return async () => {
    const channel = await openDirectMessage(slack, slack.botToken, slackId)
    await postMessage(slack, slack.botToken, { channel, text: `${mrkdwn(text)}\n${mrkdwnLink(link, linkText)}` })
  }
}

async function prepareLetter(services: Services, id: string, member: Delivery): Promise<Send | undefined> {
  const { config, deliverMail } = services
  if (!config.mail || !member.has_proven_email) return undefined
  const link = linkTo(config.publicUrl, member.day)
  const letter = writeMail('reminder', { member, language: member.team_language, to: member.email, link })
  return () => deliverMail(letter, id)
}
