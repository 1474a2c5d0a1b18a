import { charactersIn } from '#contract/characters.ts'
import type { Mention } from '#contract/comments.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { shorten } from '#server/providers/shorten.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { unreadOf } from '../inbox/operations.ts'

/** Writes a notice about unread comments and reports that concern a member (N5.02, E5.16). */
export async function mentionNotice(
  services: Services,
  { noticeId, language, ...member }: { teamId: string; userId: string; noticeId: string; language: Language },
) {
  const mentions = await unreadOf(services, member, noticeId)
  const translate = texts(language)
  const { publicUrl } = services.config
  return {
    count: mentions.length,
    kind: mentions.every(({ comment_id }) => comment_id) ? ('comments' as const) : ('all' as const),
    first: mentions.slice(0, limits.mentionsInNotice).map((mention) => {
      const { why, subject, user_name: name, body, comment_id } = mention
      return {
        heading: translate(`messages.mentions.${comment_id ? why : 'report'}`, { name, subject }),
        body: shorten(body, (text) => charactersIn(text) <= limits.mentionLengthInNotice),
        link: linkTo(publicUrl, mention),
        linkText: translate(comment_id ? 'messages.mentions.open' : 'messages.openReport'),
      }
    }),
    others: { link: `${publicUrl}/mentions` },
  }
}

/** Returns the address of a mention: of its report, or of the screen that shows its comment in an open thread. */
const linkTo = (publicUrl: string, { subject, subject_id, date, comment_id }: Mention) => {
  if (!comment_id) return `${publicUrl}/?date=${date}#report-${subject_id}`
  const screen = subject === 'report' ? `date=${date}` : `page=activity&until=${date}`
  return `${publicUrl}/?${screen}&thread=${subject_id}#comment-${comment_id}`
}
