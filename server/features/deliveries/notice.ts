import { writeMail } from '#server/providers/mail/letters.ts'
import { mrkdwn, mrkdwnLink } from '#server/providers/slack/mrkdwn.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { settingsOf } from '../users/operations.ts'
import { directMessage } from './direct-message.ts'
import { mentionNotice } from './mention-notice.ts'
import { monthNotice } from './month-notice.ts'
import type { Delivery } from './sql.ts'

const notices = { mention: mentionNotice, month: monthNotice }

/** Without a text of its own the link is the heading. */
type Part = { heading: string; body?: string; link: string; linkText?: string }

/**
 * To a member, of what is for them. What that is is read when it is sent: what is done with meanwhile is not in it.
 * @returns undefined where they want to hear of none, or are reached there no more
 */
export async function prepareNotice(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  member: Delivery & { kind: keyof typeof notices },
): Promise<(() => Promise<unknown>) | undefined> {
  const { config, deliverMail } = services
  const settings = settingsOf(member.settings)
  if (settings.mentions === 'none') return undefined
  const language = settings.language ?? member.team_language
  const speak = texts(language)
  const told = async () => {
    const about = { teamId, userId: member.user_id, noticeId: id, language }
    const { count, first, others, ...rest } = await notices[member.kind](services, about)
    const kind = 'kind' in rest ? rest.kind : undefined
    if (count <= first.length) return { count, kind, parts: first }
    const heading = speak('messages.mentions.more', { count: count - first.length })
    return { count, kind, parts: [...first, { heading, ...others }] }
  }
  if (member.destination === 'mail') {
    if (!config.mail || !member.has_proven_email) return undefined
    return async () => {
      const { count, kind, parts } = await told()
      if (count === 0) return false
      const comments = { count, kind, text: parts.map(inMail).join('\n\n') }
      return deliverMail(writeMail(member.kind, { member, language, to: member.email, comments }), id)
    }
  }
  const send = await directMessage(services, teamId, member)
  return (
    send &&
    (async () => {
      const { count, parts } = await told()
      return count > 0 && send({ text: parts.map(inSlack).join('\n\n') })
    })
  )
}

const inMail = ({ heading, body, link }: Part) => [heading, ...(body ? [quoted(body)] : []), link].join('\n')

const inSlack = ({ heading, body, link, linkText }: Part) =>
  linkText
    ? [mrkdwn(heading), ...(body ? [quoted(mrkdwn(body))] : []), mrkdwnLink(link, linkText)].join('\n')
    : mrkdwnLink(link, heading)

const quoted = (text: string) => text.replaceAll(/^/gmu, '> ')
