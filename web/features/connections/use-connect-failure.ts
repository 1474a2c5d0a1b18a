import { useTranslations } from 'use-intl'
import { ApiError, serverMessage } from '../../api/errors.ts'

/** Why an account was not connected: a provider that the server does not know, what it said, or only that it failed. */
export function useConnectFailure() {
  const t = useTranslations('connections')
  return (error: unknown, provider: string) =>
    error instanceof ApiError && error.status === 404
      ? t('unsupportedProvider', { provider })
      : (serverMessage(error) ?? t('connectError', { provider }))
}
