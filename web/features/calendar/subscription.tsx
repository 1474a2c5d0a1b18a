import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../lib/online.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { addressQuery } from './queries.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

/** The address at which one's own calendar programme reads the team's days off: copied, never shown. */
export function Subscription() {
  const t = useTranslations('teamCalendar')
  const online = useOnline()
  const { data: address } = useQuery(addressQuery)
  const [replacing, setReplacing] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(address ?? '').then(
      () => toast.success(t('addressCopied')),
      () => toast.error(t('copyFailed')),
    )
  return (
    <section>
      <header className="flex min-h-13 items-center border-b border-rule">
        <h2 className="t-17b">{t('subscribe')}</h2>
      </header>
      <p className="pt-3 t-13 leading-5 text-pretty text-text-2">{t('subscribeHint')}</p>
      <div className="mt-3 flex flex-wrap gap-1">
        <Button kind="line" small disabled={!online || address === undefined} onClick={copy}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          {t('copyAddress')}
        </Button>
        <Button kind="ghost" small disabled={!online} onClick={() => setReplacing(true)}>
          {t('replaceAddress')}
        </Button>
      </div>
      {replacing && <ReplaceDialog onClose={() => setReplacing(false)} />}
    </section>
  )
}
