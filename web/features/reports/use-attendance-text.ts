import { useLocale, useTranslations } from 'use-intl'
import { type MemberSchedule, dueStatusOn, type NamedDaysOff } from '#contract/due.ts'
import type { User } from '#contract/users.ts'
import { formatList } from '#contract/format-list.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatDay, formatShortDay, formatWeekday } from '../../dates/format-date.ts'
import { displayName } from '../../domain/person.ts'
import type { Attendance } from './day.ts'

/** Returns texts that explain why members have no report. A report is called missing only if it was due. */
export function useAttendanceText(date: CalendarDate) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const listed = (names: string[]) => ({ names: formatList(language, names) })
  const words = {
    absent: (names: string[]) => t('absent', listed(names)),
    away: (names: string[], until: CalendarDate) =>
      until === date
        ? t('awayToday', listed(names))
        : t('awayUntil', { ...listed(names), date: formatShortDay(language, until) }),
    notWorking: (names: string[]) => t('offToday', { ...listed(names), weekday: formatWeekday(language, date) }),
  }
  return {
    ...words,
    of: (member: User, attendance: Attendance | undefined) => {
      const names = [displayName(member)]
      const away = attendance?.away.find((each) => each.member.id === member.id)
      if (away) return words.away(names, away.until)
      if (attendance?.notWorking.some(({ id }) => id === member.id)) return words.notWorking(names)
      return attendance?.absent.some(({ id }) => id === member.id) ? words.absent(names) : t('noReport', listed(names))
    },
  }
}

/**
 * Returns texts that say that no report is due. `holiday`: no report is due from anyone. `own`: none is due from the
 * member.
 */
export function useNotDue(
  date: CalendarDate,
  {
    today,
    member,
    daysOff,
  }: { today: CalendarDate; member: MemberSchedule | undefined; daysOff: NamedDaysOff | undefined },
) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const name = daysOff?.holidays.find((holiday) => holiday.date === date)?.name
  const near = date === today ? 'today' : 'other'
  const reason = member && daysOff && dueStatusOn(member, date, daysOff).reason
  return {
    holiday: name === undefined ? undefined : t('holiday', { near, date: formatDay(language, date), name }),
    own: reason === 'away' || reason === 'day-off-pattern' ? t('notOwed', { reason }) : undefined,
  }
}
