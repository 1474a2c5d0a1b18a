import { localeOf } from '#contract/dates-in-words.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { writeMail } from '#server/providers/mail/letters.ts'
import { mrkdwn, mrkdwnLink } from '#server/providers/slack/mrkdwn.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/texts.ts'
import { monthsToTell, type ToldMonth } from '../month-notices/operations.ts'
import { settingsOf } from '../users/operations.ts'
import { directMessage } from './direct-message.ts'
import type { Delivery } from './sql.ts'

type About = { language: Language; publicUrl: string }

/**
 * To a member, of what became of their months and of those that wait for them (N11.03), as these stand when it is sent.
 * @returns undefined where they want to hear of none, or are reached there no more
 */
export async function prepareMonths(
  services: Services,
  { teamId, id }: { teamId: string; id: string },
  member: Delivery & { kind: 'month' },
): Promise<(() => Promise<unknown>) | undefined> {
  const { config, deliverMail } = services
  const { mentions: place, language: chosen } = settingsOf(member.settings)
  if (place === 'none') return undefined
  const about = { language: chosen ?? member.team_language, publicUrl: config.publicUrl }
  const lines = async (line: (told: Told) => string) => {
    const months = await monthsToTell(services, { teamId, userId: member.user_id }, id)
    return told(months, about).map(line)
  }
  if (member.destination === 'mail') {
    if (!config.mail || !member.has_proven_email) return undefined
    return async () => {
      const parts = await lines(({ heading, note, link }) => [heading, ...note.map(quoted), link].join('\n'))
      if (parts.length === 0) return false
      const comments = { count: parts.length, text: parts.join('\n\n') }
      return deliverMail(writeMail('month', { member, language: about.language, to: member.email, comments }), id)
    }
  }
  const send = await directMessage(services, teamId, member)
  return (
    send &&
    (async () => {
      const parts = await lines(({ heading, note, link, linkText }) =>
        [mrkdwn(heading), ...note.map((words) => quoted(mrkdwn(words))), mrkdwnLink(link, linkText)].join('\n'),
      )
      return parts.length > 0 && send({ text: parts.join('\n\n') })
    })
  )
}

type Told = { heading: string; note: string[]; link: string; linkText: string }

function told(months: readonly ToldMonth[], { language, publicUrl }: About): Told[] {
  const speak = texts(language)
  const page = `${publicUrl}/?page=monthly-report`
  const named = months.slice(0, limits.mentionsTold).map(({ state, month, user_id, name, note }) => ({
    heading: speak('messages.months.happened', { state, name, month: monthInWords(language, month) }),
    note: note ? [note] : [],
    link: `${page}&month=${month}&member=${user_id}`,
    linkText: speak('messages.months.open'),
  }))
  const count = months.length - named.length
  if (count === 0) return named
  const heading = speak('messages.mentions.more', { count })
  return [...named, { heading, note: [], link: `${page}&months=submitted`, linkText: speak('messages.months.open') }]
}

const quoted = (text: string) => text.replaceAll(/^/gmu, '> ')

/** 2026年9月, September 2026 */
const monthInWords = (language: Language, month: string) =>
  new Date(`${month}-01`).toLocaleDateString(localeOf(language), { year: 'numeric', month: 'long', timeZone: 'UTC' })
