import { useLocale, useTranslations } from 'use-intl'
import type { WeekDay } from '#contract/week.ts'
import { formatShortWeekday } from '../../lib/format-date.ts'
import { ReportLines } from '../../ui/report-words.tsx'

/** What I did, day by day. */
export function MyDays({ days }: { days: readonly WeekDay[] }) {
  const t = useTranslations('week')
  const language = useLocale()
  return (
    <ul aria-label={t('mine')}>
      {days.map(({ date, work, off }) => (
        <li
          key={date}
          className="grid break-inside-avoid grid-cols-[4.5rem_minmax(0,1fr)] border-b border-rule py-3 print:grid-cols-[4rem_minmax(0,1fr)]"
        >
          <time dateTime={date} className="flex items-baseline gap-2">
            <span className="d-20 leading-6 tabular-nums">{Number(date.slice(8))}</span>
            <span className="t-12 text-text-3">{formatShortWeekday(language, date)}</span>
          </time>
          {off ? <p className="t-15 text-text-3">{t('off')}</p> : <ReportLines text={work} />}
        </li>
      ))}
    </ul>
  )
}
