import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { AuthenticationFailed } from '../../api/errors.ts'
import { toast } from '../../ui/toast.tsx'

/** Shows a toast if the team could not be loaded (S8.36), but not while the browser is offline. */
export function useLoadFailure(error: Error | null, offline: boolean) {
  const t = useTranslations('team')
  const failed = error !== null && !(error instanceof AuthenticationFailed)
  useEffect(() => {
    if (failed && !offline) toast.error(t('error'), error)
  }, [failed, error, offline, t])
}
