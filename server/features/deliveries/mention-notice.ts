import type { Mention } from '#contract/comments.ts'
import { charactersIn } from '#contract/characters.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { writeMail } from '#server/providers/mail/letters.ts'
import { shorten } from '#server/providers/shorten.ts'
import { mrkdwn, mrkdwnLink } from '#server/providers/slack/mrkdwn.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { unreadOf } from '../mentions/operations.ts'
import { settingsOf } from '../users/operations.ts'
import { directMessage } from './direct-message.ts'
import type { Delivery } from './sql.ts'

type About = { language: Language; publicUrl: string }

/**
 * To a member, of the comments that are for them (N5.02). Which those are is read when it is sent: one that has been read or deleted
 * meanwhile is not in it.
 * @returns undefined where they want to hear of none, or are reached there no more
 */
export async function prepareMentions(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  member: Delivery & { kind: 'mention' },
): Promise<(() => Promise<unknown>) | undefined> {
  const { config, deliverMail } = services
  const { mentions: place, language: chosen } = settingsOf(member.settings)
  if (place === 'none') return undefined
  const unread = () => unreadOf(services, { teamId, userId: member.user_id }, id)
  const about = { language: chosen ?? member.team_language, publicUrl: config.publicUrl }
  if (member.destination === 'mail') {
    if (!config.mail || !member.has_proven_email) return undefined
    return async () => {
      const mentions = await unread()
      if (mentions.length === 0) return false
      const comments = { count: mentions.length, text: inMail(mentions, about) }
      const letter = writeMail('mention', { member, language: about.language, to: member.email, comments })
      return deliverMail(letter, id)
    }
  }
  const send = await directMessage(services, teamId, member)
  return (
    send &&
    (async () => {
      const mentions = await unread()
      return mentions.length > 0 && send({ text: inSlack(mentions, about) })
    })
  )
}

const inMail = (mentions: readonly Mention[], about: About) =>
  [
    ...told(mentions, about).map(({ heading, body, link }) => `${heading}\n${quoted(body)}\n${link}`),
    ...others(mentions, about).map(({ words, link }) => `${words}\n${link}`),
  ].join('\n\n')

const inSlack = (mentions: readonly Mention[], about: About) =>
  [
    ...told(mentions, about).map(
      ({ heading, body, link, linkText }) =>
        `${mrkdwn(heading)}\n${quoted(mrkdwn(body))}\n${mrkdwnLink(link, linkText)}`,
    ),
    ...others(mentions, about).map(({ words, link }) => mrkdwnLink(link, words)),
  ].join('\n\n')

const quoted = (text: string) => text.replaceAll(/^/gmu, '> ')

function told(mentions: readonly Mention[], { language, publicUrl }: About) {
  const speak = texts(language)
  return mentions.slice(0, limits.mentionsTold).map((mention) => {
    const { why, subject, user_name: name, body } = mention
    return {
      heading: speak(`messages.mentions.${why}`, { name, subject }),
      body: shorten(body, (text) => charactersIn(text) <= limits.mentionTold),
      link: linkTo(publicUrl, mention),
      linkText: speak('messages.mentions.open'),
    }
  })
}

function others(mentions: readonly Mention[], { language, publicUrl }: About) {
  const speak = texts(language)
  const count = mentions.length - limits.mentionsTold
  return count > 0 ? [{ words: speak('messages.mentions.more', { count }), link: `${publicUrl}/mentions` }] : []
}

/** The screen on which it stands, with its thread open. */
const linkTo = (publicUrl: string, { subject, subject_id, date, comment_id }: Mention) => {
  const screen = subject === 'report' ? `date=${date}` : `page=activity&until=${date}`
  return `${publicUrl}/?${screen}&thread=${subject_id}#comment-${comment_id}`
}
