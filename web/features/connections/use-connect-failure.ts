import { useTranslations } from 'use-intl'
import { ApiError, serverMessage } from '../../api/errors.ts'

export function useConnectFailure() {
  const t = useTranslations('connections')
  return (error: unknown, provider: string) =>
    error instanceof ApiError && error.status === 404
      ? t('unsupportedProvider', { provider })
      : (serverMessage(error) ?? t('connectError', { provider }))
}
