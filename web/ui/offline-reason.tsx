import { useTranslations } from 'use-intl'
import { useOnline } from '../platform/online.ts'

/** Explains beside disabled controls that the browser is offline. */
export function OfflineReason() {
  const t = useTranslations('states')
  const isOnline = useOnline()
  return isOnline ? null : <span className="t-12 text-text-3 print:hidden">{t('unusableOffline')}</span>
}
