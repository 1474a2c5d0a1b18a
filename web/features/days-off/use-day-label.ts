import { useLocale, useTranslations } from 'use-intl'
import type { Absence } from '#contract/absences.ts'
import type { User } from '#contract/users.ts'
import { formatList } from '#contract/format-list.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { formatDayAndWeekday, formatDays } from '../../dates/format-date.ts'
import { displayName } from '../../domain/person.ts'

/** Returns the accessible label of a member's day, such as 小野寺 徹、10月23日から10月26日まで、全休. */
export function useDayLabel(holidays: ReadonlyMap<CalendarDate, string>) {
  const t = useTranslations('teamCalendar')
  const language = useLocale()
  const absences = useTranslations('absence')
  return (member: User, date: CalendarDate, absence: Absence | undefined, isNotDue: boolean) => {
    const when =
      absence && absence.from < absence.until
        ? formatDays(language, absence.from, absence.until)
        : formatDayAndWeekday(language, date)
    const words = [absence && absences(`kinds.${absence.half ?? 'all'}`), holidays.get(date), isNotDue && t('notDue')]
    return formatList(language, [displayName(member), when, ...words.filter((word) => typeof word === 'string')])
  }
}
