import { useLocale, useTranslations } from 'use-intl'
import type { ImportedReports } from '#contract/import.ts'
import { formatList } from '#contract/format-list.ts'
import { Button } from '../../ui/button.tsx'
import { missingColumns } from './import-columns.tsx'
import type { ImportTable } from './queries.ts'

export function ImportButton({
  preview,
  table,
  isReady,
  busy,
  onPress,
}: {
  preview: ImportedReports
  table: ImportTable
  isReady: boolean
  busy: string | undefined
  onPress: () => void
}) {
  const t = useTranslations('transfer')
  const locale = useLocale()
  const missing = missingColumns(preview, table).map((column) => t(`column.${column}`))
  const waiting = preview.new + preview.changed
  const needed =
    preview.columns.date === null
      ? t('dateMissing')
      : preview.author_needed
        ? t('authorMissing')
        : preview.date_order_needed
          ? t('dateOrderMissing')
          : missing.length > 0 && t('columnsMissing', { fields: formatList(locale, missing) })
  if (needed) return <p className="t-13 text-problem-text">{needed}</p>
  if (waiting === 0) return
  return (
    <div>
      <Button kind="primary" disabled={!isReady} busy={busy} onClick={onPress}>
        {t('importNow', { count: waiting })}
      </Button>
    </div>
  )
}
