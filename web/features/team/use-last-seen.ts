import { useLocale, useTranslations } from 'use-intl'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { ownDate } from '../../dates/own-zone.ts'
import { formatPastDay, formatShortDay, formatTime } from '../../dates/format-date.ts'

/** Returns a text such as 今日 9:02, 昨日 18:20 or 9月30日. Returns undefined if the time is missing or invalid. */
export function useLastSeen(time: string | undefined, today: CalendarDate): string | undefined {
  const t = useTranslations('team')
  const language = useLocale()
  const instant = new Date(time ?? '')
  if (Number.isNaN(instant.getTime())) return undefined
  const date = ownDate(instant)
  const clock = formatTime(language, instant)
  if (date === today) return t('todayAt', { time: clock })
  if (date === addDays(today, -1)) return t('yesterdayAt', { time: clock })
  return date.slice(0, 4) === today.slice(0, 4) ? formatShortDay(language, date) : formatPastDay(language, date)
}
