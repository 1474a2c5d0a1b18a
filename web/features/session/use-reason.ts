import { useTranslations } from 'use-intl'
import { isUnreachable, serverMessage } from '../../api/errors.ts'

/** The reason that a person can do something about, if there is one: the server's sentence, or that it cannot be reached. */
export function useReason() {
  const t = useTranslations('session')
  return (error: unknown) => serverMessage(error) ?? (isUnreachable(error) ? t('unreachable') : undefined)
}
