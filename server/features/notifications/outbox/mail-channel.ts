import { linkTo } from '#server/text/day-in-words.ts'
import { writeMail } from '#server/providers/mail/write-mail.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { writeWeek } from '#server/providers/mail/week-mail.ts'
import type { Services } from '#server/services.ts'
import { stopAddress } from '../weekly-summary/operations.ts'
import type { Channel } from './channel.ts'
import { type Content, contentOf } from './content.ts'
import { inMail } from './notice.ts'
import { notificationRetries } from './policy.ts'
import type { Row } from './sql.ts'

export const mail: Channel<Message> = {
  async render(services, row) {
    const content = await contentOf(services, row)
    return content && mailOf(services, row, content)
  },
  async send({ deliverMail }, { id }, mail) {
    await deliverMail(mail, id)
  },
  isIdempotent: () => false,
  retryPolicy: notificationRetries,
}

/** Returns undefined if the member cannot be reached by mail. */
function mailOf(services: Services, { teamId }: Row, content: Content): Message | undefined {
  const { config } = services
  if (!('member' in content) || !config.mail || !content.member.has_proven_email) return undefined
  const { member, language } = content
  const about = { member, language: member.team_language, to: member.email }
  if (content.kind === 'reminder')
    return writeMail('reminder', { ...about, link: linkTo(config.publicUrl, content.day), waiting: content.waiting })
  if (content.kind === 'notice') {
    const { about: mail, count, scope, parts } = content
    return writeMail(mail, { ...about, comments: { count, kind: scope, text: parts.map(inMail).join('\n\n') } })
  }
  return writeWeek({
    member: { id: member.user_id, display_name: member.display_name, email: member.email },
    team: { name: member.team_name, reminder_hour: member.team_reminder_hour },
    language,
    today: member.team_today,
    week: content.week,
    publicUrl: config.publicUrl,
    stop: stopAddress(services, { teamId, userId: member.user_id }),
  })
}
