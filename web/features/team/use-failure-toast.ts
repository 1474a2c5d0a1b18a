import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { toast } from '../../ui/toast.tsx'

/** Says what has failed (S8.36 to S8.42) and, where the server has said why, that too. */
export function useFailureToast() {
  const t = useTranslations('team')
  return (failed: string, error: unknown) => {
    const reason = serverMessage(error)
    toast.error(reason ? t('because', { failed, reason }) : failed, error)
  }
}
