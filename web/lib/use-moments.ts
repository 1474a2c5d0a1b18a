import { useLocale, useTranslations } from 'use-intl'
import { addDays, type CalendarDate, localDate } from './dates.ts'
import { formatPastDay, formatShortDay, formatTime } from './format-date.ts'
import { useLocalToday } from './today.ts'

/** Moments in words: 今日 8:40, 10月18日; the day alone where only that is wanted. */
export function useMoments() {
  const t = useTranslations('team')
  const language = useLocale()
  const today = useLocalToday()
  const dayOf = (date: CalendarDate) =>
    date.slice(0, 4) === today.slice(0, 4) ? formatShortDay(language, date) : formatPastDay(language, date)
  return {
    day: (instant: string) => dayOf(localDate(new Date(instant))),
    used: (instant: string) => {
      const [moment, date] = [new Date(instant), localDate(new Date(instant))]
      if (date === today) return t('todayAt', { time: formatTime(language, moment) })
      if (date === addDays(today, -1)) return t('yesterdayAt', { time: formatTime(language, moment) })
      return dayOf(date)
    },
  }
}
