import { localeOf } from '#contract/dates-in-words.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { Services } from '#server/services.ts'
import { texts } from '#server/text/texts.ts'
import { monthsOfNotice } from '../month-notices/operations.ts'

/** Writes a notice about decisions on a member's months, and about months that the member must decide on (N11.03). */
export async function monthNotice(
  services: Services,
  { noticeId, language, ...member }: { teamId: string; userId: string; noticeId: string; language: Language },
) {
  const months = await monthsOfNotice(services, member, noticeId)
  const translate = texts(language)
  const page = `${services.config.publicUrl}/?page=monthly-report`
  const linkText = translate('messages.months.open')
  return {
    count: months.length,
    first: months.slice(0, limits.mentionsInNotice).map(({ state, month, user_id, name, note }) => ({
      heading: translate('messages.months.happened', { state, name, month: monthInWords(language, month) }),
      body: note,
      link: `${page}&month=${month}&member=${user_id}`,
      linkText,
    })),
    others: { link: `${page}&months=submitted`, linkText },
  }
}

/** Returns a month such as 2026年9月 or September 2026. */
const monthInWords = (language: Language, month: string) =>
  new Date(`${month}-01`).toLocaleDateString(localeOf(language), { year: 'numeric', month: 'long', timeZone: 'UTC' })
