import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { AuthenticationFailed } from '../../api/errors.ts'
import { toast } from '../../ui/toast.tsx'

/** Says once for each failure that the team could not be read (S8.36); silent while offline, which passes. */
export function useLoadFailure(error: Error | null, offline: boolean) {
  const t = useTranslations('team')
  const failed = error !== null && !(error instanceof AuthenticationFailed)
  useEffect(() => {
    if (failed && !offline) toast.error(t('error'), error)
  }, [failed, error, offline, t])
}
