import { useLocale, useTranslations } from 'use-intl'
import { addDays, type CalendarDate } from './dates.ts'
import { ownDate } from './own-zone.ts'
import { formatPastDay, formatShortDay, formatTime } from './format-date.ts'
import { useToday } from './today.ts'

/** Returns functions that write a time or a day in words: 今日 8:40, 10月18日. */
export function useMoments() {
  const t = useTranslations('team')
  const language = useLocale()
  const today = useToday()
  const dayOf = (date: CalendarDate) =>
    date.slice(0, 4) === today.slice(0, 4) ? formatShortDay(language, date) : formatPastDay(language, date)
  return {
    day: (instant: string) => dayOf(ownDate(new Date(instant))),
    used: (instant: string) => {
      const [moment, date] = [new Date(instant), ownDate(new Date(instant))]
      if (date === today) return t('todayAt', { time: formatTime(language, moment) })
      if (date === addDays(today, -1)) return t('yesterdayAt', { time: formatTime(language, moment) })
      return dayOf(date)
    },
  }
}
