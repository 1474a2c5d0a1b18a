import { useLocale, useTranslations } from 'use-intl'
import { columnOfField, type ImportedReports, type ReplacedReport } from '#contract/import.ts'
import { reportFields } from '#contract/report-fields.ts'
import { formatNumericDate } from '../../dates/format-date.ts'

/** Lists the reports that an import would replace, with the text of each changed field before and after (E4.01). */
export function ReplacedReports({ outcome }: { outcome: ImportedReports }) {
  const t = useTranslations('transfer')
  const { replaced } = outcome
  return (
    <section className="grid gap-2">
      <h3 className="t-13b">{t('replacedReports')}</h3>
      <ul className="grid gap-3">
        {replaced.map((report) => (
          <Replaced key={report.line} report={report} />
        ))}
      </ul>
      {outcome.changed > replaced.length && (
        <p className="t-13 text-text-2">{t('moreReplaced', { count: outcome.changed - replaced.length })}</p>
      )}
    </section>
  )
}

function Replaced({ report: { user_name, report_date, before, after } }: { report: ReplacedReport }) {
  const t = useTranslations('transfer')
  const locale = useLocale()
  const changed = reportFields.filter((field) => before[field] !== after[field])
  return (
    <li className="rounded-2 border border-rule px-3 py-2">
      <p className="t-13b">
        {user_name}
        <span className="ml-2 t-12 text-text-2">{formatNumericDate(locale, report_date)}</span>
      </p>
      {changed.map((field) => (
        <dl key={field} className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 t-13">
          <dt className="col-span-2 t-12 text-text-2">{t(`column.${columnOfField[field]}`)}</dt>
          <dt className="text-text-2">{t('before')}</dt>
          <Words words={before[field]} />
          <dt className="text-text-2">{t('after')}</dt>
          <Words words={after[field]} />
        </dl>
      ))}
    </li>
  )
}

function Words({ words }: { words: string }) {
  const t = useTranslations('transfer')
  return (
    <dd dir="auto" className="line-clamp-3 wrap-anywhere whitespace-pre-line">
      {words === '' ? <span className="text-text-2">{t('emptyWords')}</span> : words}
    </dd>
  )
}
