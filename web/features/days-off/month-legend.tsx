import { useLocale, useTranslations } from 'use-intl'
import { isoWeekday } from '#contract/due.ts'
import { formatList } from '#contract/format-list.ts'
import { addDays } from '../../dates/dates.ts'
import { formatShortWeekday } from '../../dates/format-date.ts'

const aMonday = '2026-10-19'
const week = Array.from({ length: 7 }, (_, day) => addDays(aMonday, day))
const box = 'block h-3.5 w-5 rounded-1 forced-color-adjust-none'
const bar = 'block h-3.5 rounded-1 border border-heat-3 bg-heat-1'

/** @param workingDays the days on which the team works; the other days have their own background */
export function MonthLegend({ workingDays }: { workingDays: readonly number[] }) {
  const t = useTranslations('teamCalendar')
  const absences = useTranslations('absence')
  const language = useLocale()
  const free = week.filter((date) => !workingDays.includes(isoWeekday(date)))
  const isWeekend = free.length === 2 && free.every((date) => isoWeekday(date) > 5)
  const freeNames = free.map((date) => formatShortWeekday(language, date))
  const freeWords = isWeekend ? t('weekend') : formatList(language, freeNames)
  const marks = [
    { words: absences('kinds.all'), mark: <span className={`w-5 ${bar}`} /> },
    { words: absences('kinds.morning'), mark: <Half className="mr-[50%]" /> },
    { words: absences('kinds.afternoon'), mark: <Half className="ml-[50%]" /> },
    { words: t('notDue'), mark: <span className="block h-px w-2 bg-rule-strong" /> },
    { words: freeWords, mark: <span className={`border border-rule bg-sunken ${box}`} /> },
    { words: t('holiday'), mark: <span className={`border border-rule bg-pressed ${box}`} /> },
  ]
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-3 t-12 text-text-3 narrow:hidden">
      {marks
        .filter(({ words }) => words !== '')
        .map(({ words, mark }) => (
          <li key={words} className="flex items-center gap-1.5">
            {mark}
            {words}
          </li>
        ))}
    </ul>
  )
}

const Half = ({ className }: { className: string }) => (
  <span className={`border border-rule ${box}`}>
    <span className={`-m-px ${bar} ${className}`} />
  </span>
)
