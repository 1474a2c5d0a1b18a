import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ImportedReports } from '#contract/import.ts'
import { refusalOf } from '../../api/errors.ts'
import { formatList } from '../../lib/format-list.ts'
import { useOnline } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { toast } from '../../ui/toast.tsx'
import { ImportColumns, missingColumns } from './import-columns.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { type Table, useLateImport, useReportImport } from './queries.ts'
import { RecentImports } from './recent-imports.tsx'

/** Imports the reports of a CSV after showing what each of its rows would do (N10.03). */
export function ImportCard() {
  const t = useTranslations('transfer')
  const online = useOnline()
  const look = useReportImport()
  const file = useReportImport()
  const picker = useRef<HTMLInputElement>(null)
  const [table, setTable] = useState<Table>()
  const [preview, setPreview] = useState<ImportedReports>()
  const show = (next: Table) => {
    if (next.file !== table?.file) setPreview(undefined)
    setTable(next)
    file.reset()
    look.mutate({ ...next, filed: false }, { onSuccess: ({ answer }) => setPreview(answer) })
  }
  const done = file.data?.answer
  const late = useLateImport(file.data && !file.data.isDone ? (done?.id ?? undefined) : undefined)
  const count = done && done.new + done.changed
  useEffect(() => {
    if (late === 'done' && count !== undefined) toast.success(t('imported', { count }))
    if (late === 'failed') toast.error(t('importFailed'))
  }, [late, count, t])
  const failed = file.error ?? look.error
  const isOpen = table && preview && !done
  return (
    <Card title={t('import')}>
      <div className="grid gap-4">
        <p className="t-13 text-text-2">{t('importAbout')}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            kind="line"
            disabled={!online}
            busy={look.isPending && !preview ? t('looking') : undefined}
            onClick={() => picker.current?.click()}
          >
            <FileUp size={16} strokeWidth={1.75} aria-hidden />
            {t('chooseFile')}
          </Button>
          {table && (
            <span dir="auto" className="min-w-0 t-13 wrap-anywhere text-text-2">
              {table.file.name}
            </span>
          )}
          <FileInput
            ref={picker}
            label={t('chooseFile')}
            accept=".csv,.txt,.tsv,text/csv,text/tab-separated-values"
            onFile={(given) => show({ file: given, columns: {} })}
          />
        </div>
        <FormFailure {...refusalOf(failed, t('importFailed'))} />
        {isOpen && <ImportColumns preview={preview} table={table} onChange={show} />}
        {late === 'going_on' && (
          <p role="status" className="t-14">
            {t('takesLonger')}
          </p>
        )}
        {((done && (late ?? 'done') === 'done') || (isOpen && preview.columns.date !== null)) && (
          <ImportOutcome outcome={done ?? preview!} isFiled={Boolean(done)} />
        )}
        {isOpen && (
          <ImportButton
            preview={preview}
            table={table}
            isReady={online && !look.isPending && !look.error}
            busy={file.isPending ? t('importing') : undefined}
            onPress={() =>
              file.mutate(
                { ...table, filed: true },
                {
                  onSuccess: ({ answer, isDone }) =>
                    isDone && toast.success(t('imported', { count: answer.new + answer.changed })),
                },
              )
            }
          />
        )}
        <RecentImports />
      </div>
    </Card>
  )
}

/** The button, or what has to be chosen before. */
function ImportButton({
  preview,
  table,
  isReady,
  busy,
  onPress,
}: {
  preview: ImportedReports
  table: Table
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
