import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { RetryState } from '../../features/session/retry-state.tsx'

/** Says that the server could not check an invitation or a sign-in with Google. Offers a retry. */
export function CheckFailed({ title, retry, children }: { title: string; retry: () => unknown; children?: ReactNode }) {
  const t = useTranslations('entrance.invitation')
  return (
    <RetryState title={title} hint={t('failedHint')} label={t('retry')} onRetry={() => void retry()}>
      {children}
    </RetryState>
  )
}
