import { useLocale, useTranslations } from 'use-intl'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { formatNumericDay } from '../../dates/format-date.ts'

export function useDateText(today: CalendarDate) {
  const t = useTranslations('dashboard')
  const language = useLocale()
  const near = (date: CalendarDate) => {
    if (date === today) return t('today')
    return date === addDays(today, -1) ? t('yesterday') : undefined
  }
  return {
    /** Returns the date, preceded by its relative name if it has one, such as 昨日 10/22. */
    dated: (date: CalendarDate) => [near(date), formatNumericDay(language, date)].filter(Boolean).join(' '),
  }
}
