import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { addDays, type CalendarDate, dayOfWeek, type FirstDay } from '../../dates/dates.ts'
import { formatColumn, formatDayAndWeekday } from '../../dates/format-date.ts'
import type { DayOfMonth, DayStatus } from './month.ts'

const looks: Record<DayStatus, string> = {
  short: 'border-transparent bg-heat-1',
  usual: 'border-transparent bg-heat-2',
  long: 'border-transparent bg-heat-3',
  missed: 'border-rule-strong',
  open: 'border-rule-strong',
  free: 'border-rule',
  holiday: 'border-rule',
  away: 'border-rule',
  before: 'border-dashed border-rule',
  future: 'border-dashed border-rule',
}

const box = 'rounded-1 border [print-color-adjust:exact] forced-color-adjust-none'

/** The classes for the column of the first day, by its weekday. Small screens arrange the days in weeks. */
const begins = ['', 'max-md:not-print:col-start-2', 'max-md:not-print:col-start-3', 'max-md:not-print:col-start-4', 'max-md:not-print:col-start-5', 'max-md:not-print:col-start-6', 'max-md:not-print:col-start-7'] // prettier-ignore

const weeks = 'grid-cols-7 gap-x-1 gap-y-4 md:gap-x-0.75'
const oneRow =
  'md:grid-flow-col md:auto-cols-fr md:grid-cols-none print:grid-flow-col print:auto-cols-fr print:grid-cols-none'

/** Hides the number of a day if the row is too narrow for 31 numbers. */
const sparse = 'md:@max-[40rem]:not-print:invisible'

/**
 * Returns whether a day has a number even in a narrow row. Numbered are today, and the days 1, 5, 10, 15 and so on
 * unless they are next to today.
 */
const isNumbered = (date: CalendarDate, today: CalendarDate) => {
  const day = Number(date.slice('YYYY-MM-'.length))
  const isBesideToday = date === addDays(today, 1) || date === addDays(today, -1)
  return date === today || ((day === 1 || day % 5 === 0) && !isBesideToday)
}

/** Shows for each day of the month the amount of work, or the reason for a missing report (design: heat strip). */
export function HeatStrip({
  days,
  today,
  firstDay,
  pathTo,
}: {
  days: readonly DayOfMonth[]
  today: CalendarDate
  firstDay: FirstDay
  /** Returns the path of the page on which to write a missing report. Absent if no report can be added. */
  pathTo?: ((date: CalendarDate) => string) | undefined
}) {
  const t = useTranslations('monthlyReport')
  const language = useLocale()
  const say = (standing: DayStatus, holiday: string) => {
    if (standing === 'holiday') return t('holiday', { name: holiday })
    if (standing === 'away') return t('away')
    return standing === 'open' ? t('open') : t(standing)
  }
  const missed = days.filter(({ standing }) => standing === 'missed').length
  const legend: Exclude<DayStatus, 'holiday'>[] = ['short', 'usual', 'long', 'missed', 'free']
  if (days.some(({ standing }) => standing === 'before')) legend.push('before')
  const first = days[0]?.date ?? today
  const weekStart = addDays(first, -dayOfWeek(first, firstDay))
  return (
    <div className="mt-4">
      <div aria-hidden className={`grid text-center t-12 text-text-3 md:hidden print:hidden ${weeks}`}>
        {days.slice(0, 7).map((_, index) => (
          <span key={index}>{formatColumn(language, addDays(weekStart, index))}</span>
        ))}
      </div>
      <ol aria-label={t('strip')} className={`grid max-w-208 ${weeks} ${oneRow}`}>
        {days.map(({ date, standing, holiday = '' }, index) => {
          const words = t('stripDay', {
            day: formatDayAndWeekday(language, date),
            standing: say(standing, holiday),
          })
          const to = standing === 'missed' ? pathTo?.(date) : undefined
          return (
            <li key={date} title={words} className={`min-w-0 ${index === 0 ? begins[dayOfWeek(date, firstDay)] : ''}`}>
              <DayLink to={to}>
                <span
                  className={`block h-3.5 md:h-5 print:h-5 ${box} ${looks[standing]} ${date === today ? 'outline-[1.5px] outline-offset-1 outline-ai-text' : ''}`}
                />
                <span
                  aria-hidden
                  className={`mt-0.5 flex justify-center whitespace-nowrap tabular-nums ${isNumbered(date, today) ? '' : sparse} ${date === today ? 't-12b' : standing === 'future' ? 't-12 text-text-3' : 't-12 text-text-2'}`}
                >
                  {Number(date.slice(8))}
                </span>
                <span className="sr-only">
                  {to ? t('writeDay', { day: formatDayAndWeekday(language, date) }) : words}
                </span>
              </DayLink>
            </li>
          )
        })}
      </ol>
      {pathTo && missed > 0 && (
        <p className="mt-2 t-13 text-text-2 print:hidden">{t('missingDays', { count: missed })}</p>
      )}
      <ul aria-hidden className="mt-1 flex flex-wrap gap-x-4 gap-y-1 t-12 text-text-2">
        {legend.map((standing) => (
          <li key={standing} className="flex items-center gap-1.5">
            <span className={`size-3 ${box} ${looks[standing]}`} />
            {t(standing)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const DayLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    children
  ) : (
    <Link href={to} className="-my-0.5 block rounded-1 py-0.5 outline-offset-1 hover:bg-hover active:bg-pressed">
      {children}
    </Link>
  )
