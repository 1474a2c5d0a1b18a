import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportedReports } from '#contract/import.ts'
import type { User } from '#contract/users.ts'
import { refusalOf } from '../../api/errors.ts'
import { useOnline } from '../../platform/online.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { toast } from '../../ui/toast.tsx'
import { ImportAuthors } from './import-authors.tsx'
import { ImportButton } from './import-button.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { type ImportTable, useLateImport, useReportImport } from './queries.ts'
import { RecentImports } from './recent-imports.tsx'

/** Imports reports from a CSV file, after a preview of the effect of each row (N10.03). */
export function ReportImportCard({ members }: { members: readonly User[] }) {
  const t = useTranslations('transfer')
  const online = useOnline()
  const look = useReportImport()
  const file = useReportImport()
  const picker = useRef<HTMLInputElement>(null)
  const [table, setTable] = useState<ImportTable>()
  const [preview, setPreview] = useState<ImportedReports>()
  const show = (next: ImportTable) => {
    if (next.file !== table?.file) setPreview(undefined)
    setTable(next)
    file.reset()
    look.mutate({ ...next, dryRun: true }, { onSuccess: ({ answer }) => setPreview(answer) })
  }
  const done = file.data?.answer
  const late = useLateImport(file.data && !file.data.isDone ? (done?.id ?? undefined) : undefined)
  const count = done && done.new + done.changed
  useEffect(() => {
    if (late === 'done' && count !== undefined) toast.success(t('imported', { count }))
    if (late === 'failed') toast.error(t('importFailed'))
  }, [late, count, t])
  /** Hides the displayed result if its import was undone. */
  const onUndone = (id: string) => {
    if (id !== done?.id) return
    setTable(undefined)
    file.reset()
  }
  const failed = file.error ?? look.error
  const isOpen = table && preview && !done
  return (
    <Card title={t('import')}>
      <div className="grid gap-4">
        <p className="-mt-2 t-14 text-pretty text-text-2">{t('importAbout')}</p>
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
        {isOpen && <ImportColumns preview={preview} value={table} onChange={show} />}
        {isOpen && (
          <Checkbox
            name="existing"
            checked={table.existing === 'replace'}
            onChange={(replaces) => show({ ...table, existing: replaces ? 'replace' : 'keep' })}
          >
            {t('replaceExisting')}
          </Checkbox>
        )}
        {late === 'going_on' && (
          <p role="status" className="t-14">
            {t('takesLonger')}
          </p>
        )}
        {((done && (late ?? 'done') === 'done') ||
          (isOpen && preview.columns.date !== null && !preview.author_needed)) && (
          <ImportOutcome outcome={done ?? preview!} isFiled={Boolean(done)}>
            <ImportAuthors
              authors={(done ?? preview!).authors}
              members={members}
              chosen={table?.authors ?? {}}
              onChoose={isOpen && ((authors) => show({ ...table, authors }))}
            />
          </ImportOutcome>
        )}
        {isOpen && (
          <ImportButton
            preview={preview}
            table={table}
            isReady={online && !look.isPending && !look.error}
            busy={file.isPending ? t('importing') : undefined}
            onPress={() =>
              file.mutate(
                { ...table, dryRun: false },
                {
                  onSuccess: ({ answer, isDone }) =>
                    isDone && toast.success(t('imported', { count: answer.new + answer.changed })),
                },
              )
            }
          />
        )}
        <RecentImports onUndone={onUndone} />
      </div>
    </Card>
  )
}
