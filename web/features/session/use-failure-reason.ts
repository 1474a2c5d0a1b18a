import { useTranslations } from 'use-intl'
import { isUnreachable, serverMessage } from '../../api/errors.ts'

/** Returns a function that explains a failure: the server's message, or a text that the server is unreachable. */
export function useFailureReason() {
  const t = useTranslations('session')
  return (error: unknown) => serverMessage(error) ?? (isUnreachable(error) ? t('unreachable') : undefined)
}
