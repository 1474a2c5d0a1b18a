import { CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useWindowEvent } from '../../hooks/use-subscription.ts'
import { Button } from '../../ui/button.tsx'
import { AuthState } from './auth-layout.tsx'

/**
 * Says that the stored session cannot be checked, because the server is unreachable. Retries once there is a network.
 */
export function ServerUnreachable({ onRetry }: { onRetry: () => Promise<void> }) {
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
