import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Holiday } from '#contract/holidays.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatNumericDate, formatNumericDay, formatShortWeekday } from '../../lib/format-date.ts'

/** The team's holidays from today on, and folded away those of this year that have passed. */
export function HolidayList({ holidays, today }: { holidays: readonly Holiday[]; today: CalendarDate }) {
  const t = useTranslations('teamCalendar')
  const past = holidays.filter(({ date }) => date < today)
  const coming = holidays.filter(({ date }) => date >= today)
  return (
    <>
      {past.length > 0 && <PastHolidays holidays={past} today={today} />}
      {coming.length > 0 && (
        <ul aria-label={t('holidays')}>
          {coming.map((holiday) => (
            <HolidayRow key={holiday.date} holiday={holiday} today={today} />
          ))}
        </ul>
      )}
      {holidays.length === 0 && <p className="py-3 t-14 text-text-2">{t('noHolidays')}</p>}
    </>
  )
}

function PastHolidays({ holidays, today }: { holidays: readonly Holiday[]; today: CalendarDate }) {
  const t = useTranslations('teamCalendar')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full cursor-pointer items-center gap-2 border-b border-rule t-14 text-text-2 hover:text-text"
      >
        <Chevron size={16} strokeWidth={1.75} aria-hidden />
        {t('pastHolidays')} <span className="t-12 text-text-3 tabular-nums">{holidays.length}</span>
      </button>
      {isOpen && (
        <ul id={id} aria-label={t('pastHolidays')}>
          {holidays.map((holiday) => (
            <HolidayRow key={holiday.date} holiday={holiday} today={today} />
          ))}
        </ul>
      )}
    </>
  )
}

function HolidayRow({ holiday: { date, name }, today }: { holiday: Holiday; today: CalendarDate }) {
  const language = useLocale()
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return (
    <li className="flex min-h-13 items-center gap-3 border-b border-rule py-1 t-14">
      <time dateTime={date} className="w-26 shrink-0 tabular-nums">
        {(isThisYear ? formatNumericDay : formatNumericDate)(language, date)} {formatShortWeekday(language, date)}
      </time>
      <span className="min-w-0 grow wrap-break-word">{name}</span>
    </li>
  )
}
