import { useTranslations } from 'use-intl'
import { serverMessage } from '../../api/errors.ts'
import { toast } from '../../ui/toast.tsx'

/** Says what has failed (S8.36 to S8.42) and, where the server has said why, that too. */
export function useFailureToast() {
  const words = useFailureWords()
  return (failed: string, error: unknown) => toast.error(words(failed, error), error)
}

/** Returns the words of that toast. */
export function useFailureWords() {
  const t = useTranslations('team')
  return (failed: string, error: unknown) => {
    const reason = serverMessage(error)
    return reason ? t('because', { failed, reason }) : failed
  }
}
