import { providers } from '#contract/providers.ts'
import { linkTo } from '#server/day-in-words.ts'
import { ProviderFailure } from '#server/errors.ts'
import { writeMail } from '#server/providers/mail/letters.ts'
import { mrkdwn } from '#server/providers/slack/mrkdwn.ts'
import { reminderMessage } from '#server/providers/slack/reminder-message.ts'
import { reportBlocks } from '#server/providers/slack/report-blocks.ts'
import { postMessage } from '#server/providers/slack/slack.ts'
import { webhooks } from '#server/providers/webhooks.ts'
import { reportWords } from '#server/report-in-words.ts'
import type { Services } from '#server/services.ts'
import { countWaiting } from '../blockers/operations.ts'
import { keepReportPost, threadOf } from '../chat-posts/operations.ts'
import { devicesOf, remindDevices } from '../push/operations.ts'
import { slackOf } from '../slack/operations.ts'
import { settingsOf } from '../users/operations.ts'
import { webhookOf } from '../webhooks/operations.ts'
import { directMessage } from './direct-message.ts'
import { prepareNotice } from './notice.ts'
import type { Delivery } from './sql.ts'
import { prepareWeek } from './week-mail.ts'
import { reminderWords } from './words.ts'

/** Asks the provider. False: there was nothing to say any more. */
type Send = () => Promise<unknown>

type Reminder = Delivery & { kind: 'reminder' }

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
  if (!delivery.is_active) return undefined
  if (delivery.kind === 'mention' || delivery.kind === 'month') return prepareNotice(services, { teamId, id }, delivery)
  if (delivery.kind === 'week') return prepareWeek(services, { teamId, id }, delivery)
  if (!settingsOf(delivery.settings).notifications.daily_report) return undefined
  if (delivery.kind === 'report') return prepareReport(services, { teamId, id }, delivery)
  if (delivery.report || !delivery.is_timely) return undefined
  const waiting = await countWaiting(services, { teamId })
  if (delivery.destination === 'push') return preparePush(services, { teamId, id }, delivery, waiting)
  return delivery.destination === 'mail'
    ? prepareLetter(services, id, delivery, waiting)
    : prepareDirectMessage(services, teamId, delivery, waiting)
}

/** To each of the member's devices; where none is left, as one without is reminded. */
async function preparePush(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  member: Reminder,
  waiting: number,
): Promise<Send | undefined> {
  const { user_id: userId, display_name: name, day } = member
  const otherwise = async () =>
    (await prepareDirectMessage(services, teamId, member, waiting)) ??
    (await prepareLetter(services, id, member, waiting))
  const devices = await devicesOf(services, { teamId, userId })
  if (devices.length === 0) return otherwise()
  const language = settingsOf(member.settings).language ?? member.team_language
  const { text } = reminderWords({ language, name, day, publicUrl: services.config.publicUrl, waiting })
  return async () => {
    if (!(await remindDevices(services, devices, { text, day }))) await (await otherwise())?.()
  }
}

async function prepareReport(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  delivery: Delivery & { kind: 'report' },
): Promise<Send | undefined> {
  const { destination, report, report_id: reportId, team_language: language, display_name: author, day } = delivery
  if (!report || !reportId) return undefined
  const words = reportWords({
    language,
    author,
    day,
    report,
    reportTime: report.report_time,
    publicUrl: services.config.publicUrl,
  })
  if (destination === 'slack') {
    const slack = await slackOf(services, teamId)
    if (!slack) throw new ProviderFailure(providers.slack.name, 'nowhere')
    const message = reportBlocks(words)
    return async () => {
      const head = { day, text: mrkdwn(words.title) }
      const threadTs = delivery.told_as === 'thread' ? await threadOf(services, { teamId }, slack, head) : undefined
      const place = { channel: slack.channel, ...(threadTs && { threadTs }) }
      const stands = await postMessage(slack, slack.botToken, { ...place, ...message })
      await keepReportPost(
        services,
        { teamId },
        { reportId, message, stands: { ...stands, threadTs: threadTs ?? null } },
      )
    }
  }
  const url = await webhookOf(services, teamId, destination)
  if (!url) throw new ProviderFailure(providers[destination].name, 'nowhere')
  return () => webhooks[destination].postReport(url, { id, day, words })
}

/** Whoever has disconnected since is not reminded. */
async function prepareDirectMessage(
  services: Services,
  teamId: string,
  member: Reminder,
  waiting: number,
): Promise<Send | undefined> {
  const { display_name: name, day } = member
  const send = await directMessage(services, teamId, member)
  if (!send) return undefined
  const language = settingsOf(member.settings).language ?? member.team_language
  const words = reminderWords({ language, name, day, publicUrl: services.config.publicUrl, waiting })
  const { slack } = services.config.providers
  const canWrite = slack?.signingSecret !== undefined || slack?.appToken !== undefined
  return () => send(reminderMessage(words, { canWrite, teamId }))
}

async function prepareLetter(
  services: Services,
  id: string,
  member: Reminder,
  waiting: number,
): Promise<Send | undefined> {
  const { config, deliverMail } = services
  if (!config.mail || !member.has_proven_email) return undefined
  const link = linkTo(config.publicUrl, member.day)
  const letter = writeMail('reminder', { member, language: member.team_language, to: member.email, link, waiting })
  return () => deliverMail(letter, id)
}
