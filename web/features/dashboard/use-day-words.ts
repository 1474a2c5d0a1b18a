import { useLocale, useTranslations } from 'use-intl'
import { addDays, type CalendarDate } from '../../lib/dates.ts'
import { formatNumericDay, formatShortDay } from '../../lib/format-date.ts'

/** How a day is named beside today. */
export function useDayWords(today: CalendarDate) {
  const t = useTranslations('dashboard')
  const language = useLocale()
  const near = (date: CalendarDate) => {
    if (date === today) return t('today')
    return date === addDays(today, -1) ? t('yesterday') : undefined
  }
  return {
    /** What a sentence about a day is given: each language has it whole for today, for yesterday and for a date. */
    since: (date: CalendarDate) => ({
      near: date === today ? 'today' : date === addDays(today, -1) ? 'yesterday' : 'other',
      date: formatShortDay(language, date),
    }),
    /** 昨日 10/22 */
    dated: (date: CalendarDate) => [near(date), formatNumericDay(language, date)].filter(Boolean).join(' '),
  }
}
