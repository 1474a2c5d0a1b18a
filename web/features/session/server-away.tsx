import { CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useWindowEvent } from '../../lib/use-subscription.ts'
import { Button } from '../../ui/button.tsx'
import { AuthState } from './auth-layout.tsx'

/** Where nobody can say whether the stored session still does. Asks again by itself once there is a network. */
export function ServerAway({ onRetry }: { onRetry: () => Promise<void> }) {
  const t = useTranslations('session.away')
  const retry = () => void onRetry()
  useWindowEvent('online', retry)
  return (
    <AuthState icon={CloudOff} title={t('title')} hint={t('hint')}>
      <Button kind="line" autoFocus onClick={retry}>
        {t('retry')}
      </Button>
    </AuthState>
  )
}
