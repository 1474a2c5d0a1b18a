import { useLocale, useTranslations } from 'use-intl'
import type { Achievement } from '#contract/monthly-reports.ts'
import { formatShortWeekday } from '../../lib/format-date.ts'
import { Blocker, ReportLines } from '../../ui/report-words.tsx'
import { hasIssues } from './month.ts'

const cell = 'block wide:table-cell wide:py-4 wide:align-top'
const field = `${cell} narrow:grid narrow:grid-cols-[4.5rem_minmax(0,1fr)] narrow:lang-cjk:grid-cols-[3.25rem_minmax(0,1fr)] narrow:gap-x-3 narrow:pt-2`

/** The heads of the columns, shared with the skeleton. */
export function AchievementHead() {
  const t = useTranslations('monthlyReport')
  const head = 'py-2 not-last:pr-8 text-left t-12 text-text-3'
  return (
    <thead role="rowgroup" className="narrow:sr-only">
      <tr role="row" className="border-b border-rule">
        <th role="columnheader" scope="col" className={`${head} w-22`}>
          {t('date')}
        </th>
        <th role="columnheader" scope="col" className={head}>
          {t('work')}
        </th>
        <th role="columnheader" scope="col" className={`${head} w-[36%]`}>
          {t('issues')}
        </th>
      </tr>
    </thead>
  )
}

/** The month, newest day first: a table, or ruled cards where the content is narrow; one table for both, as on a day. */
export function AchievementTable({ entries }: { entries: readonly Achievement[] }) {
  const t = useTranslations('monthlyReport')
  const language = useLocale()
  return (
    <table role="table" aria-label={t('table')} className="block w-full border-collapse wide:table wide:table-fixed">
      <AchievementHead />
      <tbody role="rowgroup" className="block wide:table-row-group">
        {entries.toReversed().map((entry) => (
          <tr
            key={entry.report_date}
            role="row"
            className="block break-inside-avoid border-b border-rule narrow:py-4 wide:table-row"
          >
            <th role="rowheader" scope="row" className={`${cell} text-left font-normal whitespace-nowrap`}>
              <time dateTime={entry.report_date}>
                <span className="d-20 tabular-nums">{Number(entry.report_date.slice(8))}</span>{' '}
                <span className="t-13 text-text-2">{formatShortWeekday(language, entry.report_date)}</span>
              </time>
            </th>
            <td role="cell" className={`${field} wide:pr-8`}>
              <Label text={t('workShort')} />
              {entry.yesterday_work.trim() ? <ReportLines text={entry.yesterday_work} /> : <None />}
            </td>
            {hasIssues(entry) ? (
              <td role="cell" className={`${field} wide:py-2.5!`}>
                <Label text={t('issues')} />
                <Blocker text={entry.issues} />
              </td>
            ) : (
              <td role="cell" className={`${cell} narrow:hidden`}>
                <None />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function None() {
  const t = useTranslations('monthlyReport')
  return <span className="t-15 text-text-3">{t('none')}</span>
}

/** The label of a field in a card; the column's head says it already to whoever listens. */
const Label = ({ text }: { text: string }) => (
  <span aria-hidden className="pt-1 t-12 text-text-3 wide:hidden">
    {text}
  </span>
)
