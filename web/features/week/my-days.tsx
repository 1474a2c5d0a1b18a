import { useLocale, useTranslations } from 'use-intl'
import type { WeekDay } from '#contract/week.ts'
import { formatShortWeekday } from '../../dates/format-date.ts'
import { ReportLines } from '../../domain/report-text.tsx'

export function MyDays({
  days,
  workOnPaper,
}: {
  days: readonly WeekDay[]
  /** Returns the part of a day's work that is printed. */
  workOnPaper: (date: string) => string
}) {
  const t = useTranslations('week')
  const language = useLocale()
  return (
    <ul aria-label={t('mine')}>
      {days.map(({ date, work, off, planned }) => (
        <li
          key={date}
          className="grid break-inside-avoid grid-cols-[4.5rem_minmax(0,1fr)] border-b border-rule py-3 print:py-1.5 print:grid-cols-[4rem_minmax(0,1fr)]"
        >
          <time dateTime={date} className="flex items-baseline gap-2">
            <span className="d-20 leading-6 tabular-nums">{Number(date.slice(8))}</span>
            <span className="t-12 text-text-3">{formatShortWeekday(language, date)}</span>
          </time>
          {off ? (
            <p className="t-15 text-text-3">{t('off')}</p>
          ) : (
            <div className="min-w-0">
              {planned && <p className="t-12 text-text-3">{t('planned')}</p>}
              <Work text={work} onPaper={workOnPaper(date)} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Shows a day's work. Also limits the height in print, in case the number of lines was underestimated. */
const Work = ({ text, onPaper }: { text: string; onPaper: string }) => (
  <>
    <div className={onPaper === text ? 'print:max-h-36 print:overflow-hidden' : 'print:hidden'}>
      <ReportLines text={text} />
    </div>
    {onPaper !== text && (
      <div className="hidden max-h-36 overflow-hidden print:block">
        <ReportLines text={onPaper} />
      </div>
    )}
  </>
)
