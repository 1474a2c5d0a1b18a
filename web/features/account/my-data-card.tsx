import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { membersQuery } from '../../entities/members.ts'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { saveFile } from '../../platform/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card, type Help } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useExport } from './access-queries.ts'

/** @param onLeft called after the account is deleted */
export function MyDataCard({
  email,
  isAdmin,
  onLeft,
  help,
}: {
  email: string
  isAdmin: boolean
  onLeft: () => void
  help: Help
}) {
  const t = useTranslations('access.data')
  const [leaving, setLeaving] = useState(false)
  const online = useOnline()
  const take = useExport()
  const active = useQuery(membersQuery).data?.filter(({ is_active }) => is_active) ?? []
  // The only administrator cannot leave, because the other members need one. Without other members, leaving is allowed.
  const isNeeded = isAdmin && active.length > 1 && active.filter((member) => member.is_admin).length === 1
  const row = 'flex min-h-13 flex-wrap items-center gap-3 border-b border-rule py-1.5 last:border-b-0'
  return (
    <Card title={t('title')} help={help}>
      <OfflineReason />
      <ul className="-mt-1 -mb-2">
        <li className={row}>
          <div className="min-w-40 flex-1">
            <p className="t-14">{t('export')}</p>
            <p className="t-12 text-text-3">{t('exportAbout')}</p>
          </div>
          <Button
            kind="line"
            small
            disabled={!online}
            busy={take.isPending ? t('exporting') : undefined}
            onClick={() =>
              take.mutate(undefined, {
                onSuccess: (file) => saveFile('asakai.zip', file),
                onError: (error) => toast.error(serverMessage(error) ?? t('exportFailed'), error),
              })
            }
          >
            <Download size={16} strokeWidth={1.75} aria-hidden />
            {t('exportNow')}
          </Button>
        </li>
        <li className={row}>
          <div className="min-w-40 flex-1">
            <p className="t-14">{t('delete')}</p>
            <p className="t-12 text-text-3">{isNeeded ? t('lastAdministrator') : t('deleteAbout')}</p>
          </div>
          <Button kind="danger" small disabled={!online || isNeeded} onClick={() => setLeaving(true)}>
            {t('proceed')}
          </Button>
        </li>
      </ul>
      {leaving && <LeaveDialog email={email} isAdmin={isAdmin} onDone={onLeft} onClose={() => setLeaving(false)} />}
    </Card>
  )
}
