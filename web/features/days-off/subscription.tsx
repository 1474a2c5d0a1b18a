import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../platform/online.ts'
import { OfflineReason } from '../../ui/offline-reason.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { addressQuery } from './queries.ts'
import { LocalAddressWarning } from '../../ui/local-address-warning.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

export function Subscription() {
  const t = useTranslations('teamCalendar')
  const online = useOnline()
  const { data: address } = useQuery(addressQuery)
  const [replacing, setReplacing] = useState(false)
  return (
    <section>
      <header className="flex min-h-13 items-center border-b border-rule">
        <h2 className="t-17b">{t('subscribe')}</h2>
      </header>
      <p className="pt-3 t-13 leading-5 text-pretty text-text-2">{t('subscribeHint')}</p>
      <div className="mt-3 grid justify-items-start gap-2">
        {address !== undefined && (
          <>
            <CopyField label={t('address')} value={address} words={t('copyAddress')} copied={t('addressCopied')} />
            <LocalAddressWarning address={address} />
          </>
        )}
        <OfflineReason />
        <Button kind="line" small disabled={!online} onClick={() => setReplacing(true)}>
          {t('replaceAddress')}
        </Button>
      </div>
      {replacing && <ReplaceDialog onClose={() => setReplacing(false)} />}
    </section>
  )
}
