import { useLocale, useTranslations } from 'use-intl'
import { daysBetween } from '../../dates/dates.ts'
import { formatNumericDate } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'

const soon = 14 // days

/** Returns a function that says how long something is valid. */
export function useExpiry() {
  const t = useTranslations('tokens')
  const language = useLocale()
  const today = useToday()
  return (date: string) => {
    const day = formatNumericDate(language, date)
    const left = daysBetween(today, date)
    if (left < 0) return t('expired', { day })
    return left <= soon ? t('left', { count: left }) : t('until', { day })
  }
}
