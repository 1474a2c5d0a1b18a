import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { importColumns } from '#contract/import.ts'
import { refusalOf } from '../../api/errors.ts'
import { useOnline } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { type Table, useReportImport } from './queries.ts'

/** Files the reports of a CSV after saying what each of its rows would do (N10.03). */
export function ImportCard() {
  const t = useTranslations('transfer')
  const online = useOnline()
  const look = useReportImport()
  const file = useReportImport()
  const picker = useRef<HTMLInputElement>(null)
  const [table, setTable] = useState<Table>()
  const show = (next: Table) => {
    setTable(next)
    file.reset()
    look.mutate({ ...next, filed: false })
  }
  const waiting = look.data && !file.data ? look.data.new + look.data.changed : 0
  const failed = file.error ?? look.error
  return (
    <Card title={t('import')}>
      <div className="grid gap-4">
        <p className="t-13 text-text-2">{t('importAbout')}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            kind="line"
            disabled={!online}
            busy={look.isPending ? t('looking') : undefined}
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
            accept=".csv,text/csv"
            onFile={(given) => show({ file: given, columns: {} })}
          />
        </div>
        <FormFailure {...refusalOf(failed, t('importFailed'))} />
        {table && (look.data || look.error) && !file.data && (
          <form
            className="grid gap-4 rounded-2 bg-sunken p-4 forced-colors:border"
            onSubmit={(event) => {
              event.preventDefault()
              show(table)
            }}
          >
            <p className="t-13 text-text-2">{t('columnsAbout')}</p>
            <div className="grid gap-4 sm:grid-cols-2">
              {importColumns.map((column) => (
                <TextField
                  key={column}
                  label={t(`column.${column}`)}
                  placeholder={look.data?.columns?.[column] ?? ''}
                  value={table.columns[column] ?? ''}
                  onChange={(value) => setTable({ ...table, columns: { ...table.columns, [column]: value } })}
                />
              ))}
            </div>
            <div>
              <Button kind="ghost" type="submit" disabled={!online}>
                {t('lookAgain')}
              </Button>
            </div>
          </form>
        )}
        {(file.data ?? look.data) && <ImportOutcome outcome={file.data ?? look.data!} isFiled={Boolean(file.data)} />}
        {table && waiting > 0 && (
          <div>
            <Button
              kind="primary"
              disabled={!online}
              busy={file.isPending ? t('importing') : undefined}
              onClick={() =>
                file.mutate(
                  { ...table, filed: true },
                  { onSuccess: (done) => toast.success(t('imported', { count: done.new + done.changed })) },
                )
              }
            >
              {t('importNow', { count: waiting })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
