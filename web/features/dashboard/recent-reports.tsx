import { useLocale, useTranslations } from 'use-intl'
import type { RecentReport } from '#contract/dashboard.ts'
import { formatNumericDay } from '../../dates/format-date.ts'
import { DashboardPart, Rows } from './dashboard-part.tsx'
import { type Context, PersonRow } from './person-row.tsx'

export function RecentReports({ reports, ...context }: Context & { reports: RecentReport[] }) {
  const t = useTranslations('dashboard')
  const language = useLocale()
  return (
    <DashboardPart title={t('recent')}>
      <div className="mt-3 border-t border-rule">
        {reports.length === 0 && <p className="pt-3 t-13 text-text-2">{t('recentEmpty')}</p>}
        {reports.length > 0 && (
          <Rows items={reports} atMost={reports.length} label={t('recent')}>
            {(report) => (
              <PersonRow
                key={report.report_id}
                person={report}
                date={report.report_date}
                words={report.plan || t('none')}
                {...context}
              >
                <time dateTime={report.report_date}>{formatNumericDay(language, report.report_date)}</time>
              </PersonRow>
            )}
          </Rows>
        )}
      </div>
    </DashboardPart>
  )
}
