import { useTranslations } from 'use-intl'
import { useOnline } from '../lib/online.ts'

/** Says beside controls why they are disabled, while there is no network. */
export function OfflineReason() {
  const t = useTranslations('states')
  const isOnline = useOnline()
  return isOnline ? null : <span className="t-12 text-text-3 print:hidden">{t('unusableOffline')}</span>
}
