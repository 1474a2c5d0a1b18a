import { charactersIn } from '#contract/characters.ts'
import type { Mention } from '#contract/comments.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { shorten } from '#server/providers/shorten.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { unreadOf } from '../mentions/operations.ts'

/** Of the comments that are for a member and not read (N5.02). */
export async function mentionNotice(
  services: Services,
  { noticeId, language, ...member }: { teamId: string; userId: string; noticeId: string; language: Language },
) {
  const mentions = await unreadOf(services, member, noticeId)
  const speak = texts(language)
  const { publicUrl } = services.config
  return {
    count: mentions.length,
    first: mentions.slice(0, limits.mentionsTold).map((mention) => {
      const { why, subject, user_name: name, body } = mention
      return {
        heading: speak(`messages.mentions.${why}`, { name, subject }),
        body: shorten(body, (text) => charactersIn(text) <= limits.mentionTold),
        link: linkTo(publicUrl, mention),
        linkText: speak('messages.mentions.open'),
      }
    }),
    others: { link: `${publicUrl}/mentions` },
  }
}

/** The screen on which it stands, with its thread open. */
const linkTo = (publicUrl: string, { subject, subject_id, date, comment_id }: Mention) => {
  const screen = subject === 'report' ? `date=${date}` : `page=activity&until=${date}`
  return `${publicUrl}/?${screen}&thread=${subject_id}#comment-${comment_id}`
}
