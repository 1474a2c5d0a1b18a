import { useLocale, useTranslations } from 'use-intl'
import { daysBetween } from '../../dates/dates.ts'
import { formatNumericDate } from '../../dates/format-date.ts'
import { useToday } from '../../dates/today.ts'

const soonDays = 14

/** Returns a function that describes the last valid day of a token: "expired", "n days left" or "until" the day. */
export function useExpiry() {
  const t = useTranslations('tokens')
  const language = useLocale()
  const today = useToday()
  return (date: string) => {
    const day = formatNumericDate(language, date)
    const left = daysBetween(today, date)
    if (left < 0) return t('expired', { day })
    return left <= soonDays ? t('left', { count: left }) : t('until', { day })
  }
}
