import { useLocale, useTranslations } from 'use-intl'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatDay, unbroken } from '../../dates/format-date.ts'
import { earliestWritable, closedReason, type Writing } from './day.ts'

export function useClosed(date: CalendarDate, writing: Writing): string | undefined {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const reason = closedReason(date, writing)
  if (reason === 'not-a-writer') return t('closedForReaders')
  if (reason === 'before-joining') return t('closedBeforeJoining')
  const { today, member, daysOff } = writing
  if (reason === 'past')
    return t('closedPast', { date: unbroken(formatDay(language, earliestWritable(today, member, daysOff))) })
  return undefined
}
