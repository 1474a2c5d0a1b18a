import { useLocale, useTranslations } from 'use-intl'
import type { Expected } from '#contract/due.ts'
import type { Report } from '#contract/reports.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatDay } from '../../lib/format-date.ts'
import { earliestWritable, whyClosed } from './day.ts'

/** Why the day cannot be written about, in words; undefined where it can. */
export function useClosed(
  date: CalendarDate,
  given: { today: CalendarDate; own: Report | undefined; member: Expected | undefined },
): string | undefined {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const reason = whyClosed(date, given)
  if (reason === 'before-joining') return t('closedBeforeJoining')
  if (reason === 'past')
    return t('closedPast', { date: formatDay(language, earliestWritable(given.today, given.member)) })
  return undefined
}
