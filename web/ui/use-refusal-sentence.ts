import { useTranslations } from 'use-intl'
import { isUnanswered, refusalSentence } from '../platform/error-reference.ts'

/** Returns a function that explains why a request failed: the server's sentence, or that the server is unreachable. */
export function useRefusalSentence() {
  const t = useTranslations('session')
  return (cause: unknown) => refusalSentence(cause) ?? (isUnanswered(cause) ? t('unreachable') : undefined)
}
