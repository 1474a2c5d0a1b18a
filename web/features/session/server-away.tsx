import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { AuthState } from './auth-layout.tsx'

/** Where nobody can say whether the stored session still does. Asks again by itself once there is a network. */
export function ServerAway({ onRetry }: { onRetry: () => Promise<void> }) {
  const t = useTranslations('session.away')
  useEffect(() => {
    const retry = () => void onRetry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [onRetry])
  return (
    <AuthState icon={CloudOff} title={t('title')} hint={t('hint')}>
      <Button kind="line" autoFocus onClick={() => void onRetry()}>
        {t('retry')}
      </Button>
    </AuthState>
  )
}
