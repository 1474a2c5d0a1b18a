import { mrkdwn, mrkdwnLink } from '#server/providers/slack/mrkdwn.ts'
import type { Language } from '#contract/languages.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { mentionNotice } from './mention-notice.ts'
import { monthNotice } from './month-notice.ts'

const notices = { mention: mentionNotice, month: monthNotice }

/** One item of a notice. If it has no `linkText`, its heading is the link. */
type Part = { heading: string; body?: string; link: string; linkText?: string }

/** A notice to a member. `count`: the number of its items. `scope`: whether all of them are comments. */
export type Notice = {
  about: keyof typeof notices
  count: number
  scope: 'comments' | 'all' | undefined
  parts: Part[]
}

/**
 * Reads the notice to a member. Leaves out items that the member has read or done since. Returns undefined if no items
 * are left.
 */
export async function noticeOf(
  services: Services,
  about: keyof typeof notices,
  member: { teamId: string; userId: string; noticeId: string; language: Language },
): Promise<Notice | undefined> {
  const { count, first, others, ...rest } = await notices[about](services, member)
  if (count === 0) return undefined
  const scope = 'kind' in rest ? rest.kind : undefined
  if (count <= first.length) return { about, count, scope, parts: first }
  const translate = texts(member.language)
  const heading = translate('messages.mentions.more', { count: count - first.length })
  return { about, count, scope, parts: [...first, { heading, ...others }] }
}

export const inMail = ({ heading, body, link }: Part) => [heading, ...(body ? [quoted(body)] : []), link].join('\n')

export const inSlack = ({ heading, body, link, linkText }: Part) =>
  linkText
    ? [mrkdwn(heading), ...(body ? [quoted(mrkdwn(body))] : []), mrkdwnLink(link, linkText)].join('\n')
    : mrkdwnLink(link, heading)

const quoted = (text: string) => text.replaceAll(/^/gmu, '> ')
