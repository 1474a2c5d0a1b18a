import { useLocale, useTranslations } from 'use-intl'
import type { OpenBlocker, RecentReport } from '#contract/dashboard.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { formatNumericDay } from '../../lib/format-date.ts'
import { Part, Rows } from './part.tsx'
import { type Context, Row } from './person-row.tsx'
import { useDayWords } from './use-day-words.ts'

/** So many rows are shown before the list is cut. */
const blockersAtMost = 5

/** What the members' newest reports name, the oldest first. */
export function OpenBlockers({
  blockers,
  today,
  ...context
}: Context & { blockers: OpenBlocker[]; today: CalendarDate }) {
  const t = useTranslations('dashboard')
  const { since } = useDayWords(today)
  if (blockers.length === 0) return null
  return (
    <Part title={t('blockers')} aside={t('blockersCount', { count: blockers.length })}>
      <div className="mt-3 border-t border-rule">
        <Rows items={blockers} atMost={blockersAtMost} label={t('blockers')}>
          {(blocker) => (
            <Row
              key={blocker.user_id}
              person={blocker}
              date={blocker.report_date}
              words={blocker.issues}
              whole
              {...context}
            >
              {t('since', since(blocker.since))}
            </Row>
          )}
        </Rows>
      </div>
    </Part>
  )
}

/** The newest reports of the days before. */
export function RecentReports({ reports, ...context }: Context & { reports: RecentReport[] }) {
  const t = useTranslations('dashboard')
  const language = useLocale()
  return (
    <Part title={t('recent')}>
      <div className="mt-3 border-t border-rule">
        {reports.length === 0 && <p className="pt-3 t-13 text-text-2">{t('recentEmpty')}</p>}
        {reports.length > 0 && (
          <Rows items={reports} atMost={reports.length} label={t('recent')}>
            {(report) => (
              <Row
                key={report.report_id}
                person={report}
                date={report.report_date}
                words={report.plan || t('none')}
                {...context}
              >
                <time dateTime={report.report_date}>{formatNumericDay(language, report.report_date)}</time>
              </Row>
            )}
          </Rows>
        )}
      </div>
    </Part>
  )
}
