import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { User } from '#contract/users.ts'
import { exportFileName, exportFormats, type ExportQuery } from '#contract/export.ts'
import { refusalOf } from '../../api/errors.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { displayName } from '../../domain/person.ts'
import { useToday } from '../../dates/today.ts'
import { saveFile } from '../../platform/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTeamExport } from './queries.ts'

const nameOf = { csv: 'CSV', json: 'JSON', xlsx: 'Excel (XLSX)' }

/** Exports the team's texts, filtered by days and member (N10.04). */
export function ExportCard({ members }: { members: readonly User[] }) {
  const t = useTranslations('transfer')
  const online = useOnline()
  const today = useToday()
  const take = useTeamExport()
  const [wanted, setWanted] = useState<ExportQuery>({ from: '', until: '', user_id: '', format: 'csv' })
  const choose = (part: Partial<ExportQuery>) => {
    take.reset()
    setWanted({ ...wanted, ...part })
  }
  const { from = '', until = '', user_id = '', format } = wanted
  // An export without dates gets today's date in its file name, so that two such files can be told apart.
  const named = from || until ? wanted : { ...wanted, until: today }
  return (
    <Card title={t('export')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          take.mutate(wanted, { onSuccess: (file) => saveFile(exportFileName(named), file) })
        }}
      >
        <p className="-mt-2 t-14 text-pretty text-text-2">{t('exportAbout')}</p>
        <div className="grid gap-4 two-columns">
          <TextField label={t('from')} type="date" value={from} onChange={(value) => choose({ from: value })} />
          <TextField
            label={t('until')}
            type="date"
            min={from}
            value={until}
            onChange={(value) => choose({ until: value })}
          />
          <Select
            label={t('member')}
            value={user_id}
            options={[
              { value: '', name: t('everybody') },
              ...members.map((member) => ({ value: member.id, name: displayName(member) })),
            ]}
            onChange={(value) => choose({ user_id: value })}
          />
          <Select
            label={t('format')}
            value={format}
            options={exportFormats.map((value) => ({ value, name: nameOf[value] }))}
            onChange={(value) => choose({ format: value })}
          />
        </div>
        <FormFailure {...refusalOf(take.error, t('exportFailed'))} />
        <div className="flex flex-wrap items-center gap-3">
          <OfflineReason />
          <Button kind="line" type="submit" disabled={!online} busy={take.isPending ? t('exporting') : undefined}>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            {t('exportNow')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
