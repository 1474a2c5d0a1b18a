import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { addDays, type CalendarDate } from '../../dates/dates.ts'
import { formatDay, formatWeekday, formatYear } from '../../dates/format-date.ts'
import { zoneName } from '../../dates/zone-name.ts'
import { browserZone } from '../../dates/browser-zone.ts'
import { ownZone } from '../../dates/own-zone.ts'
import { useDeviceToday } from '../../dates/today.ts'

const step = 'icon-button h-control w-control text-text'
/** The classes that move the arrows into the row of the year if there is no room for them beside the date. */
const besideYear = {
  date: '@max-[21rem]:contents',
  nav: '@max-[21rem]:order-1',
  below: '@max-[21rem]:order-2 @max-[21rem]:w-full',
}

export function Masthead({
  date,
  today,
  latest,
  onSelect,
  toTimeZone,
  tools,
  children,
}: {
  date: CalendarDate
  today: CalendarDate
  /** The latest day that can be selected. */
  latest: CalendarDate
  onSelect: (date: CalendarDate) => void
  /** Renders the link to the setting of the time zone. */
  toTimeZone: (words: ReactNode) => ReactNode
  tools: ReactNode
  children: ReactNode
}) {
  const t = useTranslations('dailyReport')
  const language = useLocale()
  const deviceDay = useDeviceToday()
  return (
    <header className="flex flex-col gap-3 border-b-2 border-rule-ink pb-4 wide:flex-row wide:items-start wide:justify-between wide:gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-2 gap-y-1 md:gap-x-8 wide:justify-start wide:gap-x-4 wide:lang-cjk:gap-x-8">
        <div className={besideYear.date}>
          <p className="t-13 text-text-2 tabular-nums">
            {formatYear(language, date)}
            <span aria-hidden className="lang-cjk:hidden">
              {` · ${formatWeekday(language, date)}`}
            </span>
          </p>
          <h1 className={`flex flex-wrap items-baseline gap-x-3 ${besideYear.below}`}>
            <time dateTime={date} className="contents">
              <span className="d-36 text-[1.5rem]/[2.25rem] lang-cjk:text-[1.75rem]/[2.25rem] md:text-[2.25rem]/[3rem] md:lang-cjk:text-[2.25rem]/[3rem]">
                {formatDay(language, date)}
              </span>
              <span className="sr-only d-17 text-text-2 lang-cjk:not-sr-only">{formatWeekday(language, date)}</span>
            </time>
          </h1>
          {date === today && deviceDay !== today && (
            <p className={`max-w-120 t-13 text-pretty text-text-2 ${besideYear.below}`}>
              {t.rich('deviceDay', {
                day: formatDay(language, deviceDay),
                zone: zoneName(language, ownZone() ?? browserZone),
                change: toTimeZone,
              })}
            </p>
          )}
        </div>
        <nav aria-label={t('days')} className={`-mr-2 ml-auto flex items-center md:mb-1.5 wide:ml-0 ${besideYear.nav}`}>
          <button
            type="button"
            aria-label={t('previousDay')}
            aria-keyshortcuts="ArrowLeft"
            className={step}
            onClick={() => onSelect(addDays(date, -1))}
          >
            <ChevronLeft size={20} strokeWidth={1.75} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t('nextDay')}
            aria-keyshortcuts="ArrowRight"
            className={step}
            disabled={date >= latest}
            onClick={() => onSelect(addDays(date, 1))}
          >
            <ChevronRight size={20} strokeWidth={1.75} aria-hidden />
          </button>
          {date !== today && (
            <button
              type="button"
              aria-keyshortcuts="t"
              className="ml-1 h-control cursor-pointer rounded-2 px-3 t-14 text-text-2 hover:bg-hover active:bg-pressed max-md:hidden"
              onClick={() => onSelect(today)}
            >
              {t('toToday')}
            </button>
          )}
          {tools}
        </nav>
      </div>
      {children}
    </header>
  )
}
