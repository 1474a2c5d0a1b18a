import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AuthState } from '../../features/session/auth-layout.tsx'
import { Button } from '../../ui/button.tsx'

/** Says that the server could not check an invitation or a sign-in with Google. Offers a retry. */
export function CheckFailed({ title, retry, children }: { title: string; retry: () => unknown; children?: ReactNode }) {
  const t = useTranslations('entrance.invitation')
  return (
    <AuthState icon={CloudOff} title={title} hint={t('failedHint')}>
      <Button kind="line" onClick={() => void retry()}>
        {t('retry')}
      </Button>
      {children}
    </AuthState>
  )
}
