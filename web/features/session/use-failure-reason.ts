import { useTranslations } from 'use-intl'
import { isUnreachable, serverMessage } from '../../api/errors.ts'

/** Returns a function that extracts a reason that helps the person: the server's message, or that it is unreachable. */
export function useFailureReason() {
  const t = useTranslations('session')
  return (error: unknown) => serverMessage(error) ?? (isUnreachable(error) ? t('unreachable') : undefined)
}
