import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { toast } from '../../ui/toast.tsx'

/** Shows a toast that says what failed (S8.36 to S8.42), with the server's reason if there is one. */
export function useFailureToast() {
  const words = useFailureText()
  return (failed: string, error: unknown) => toast.error(words(failed, error), error)
}

export function useFailureText() {
  const t = useTranslations('team')
  return (failed: string, error: unknown) => {
    const reason = serverMessage(error)
    return reason ? t('because', { failed, reason }) : failed
  }
}
