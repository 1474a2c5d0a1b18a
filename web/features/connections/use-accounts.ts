import { useTranslations } from 'use-intl'
import type { Deployment } from '#contract/deployment.ts'
import { type Provider, providers } from '#contract/providers.ts'
import type { Me } from '#contract/users.ts'
import { ApiError, serverMessage } from '../../api/errors.ts'
import type { ReauthenticateThen } from '../../api/reauthentication.ts'
import { toast } from '../../ui/toast.tsx'
import { isElsewhere, isProvider } from './kinds.ts'
import { useDisconnect, useLeaveToConnect } from './queries.ts'
import { useConnectFailure } from './use-connect-failure.ts'

/** Returns whether the server's message helps: the account is the only login, or the member must sign in again. */
const isServerMessageHelpful = (error: unknown) =>
  error instanceof ApiError && (error.code === 'last_way_in' || error.code === 'sign_in_again')

export function useAccounts({ oidc }: Deployment, confirm: ReauthenticateThen, onUser: (user: Me) => void) {
  const t = useTranslations('connections')
  const failure = useConnectFailure()
  const leave = useLeaveToConnect()
  const disconnect = useDisconnect(onUser)
  const nameOf = (id: string) => {
    if (id === 'oidc' && oidc) return oidc.name
    return isProvider(id) ? providers[id].name : id
  }
  const begin = (id: Provider) => {
    if (!isElsewhere(id)) return
    leave.mutate(id, {
      onError: (error) => {
        if (!confirm(error, () => begin(id))) toast.error(failure(error, nameOf(id)), error)
      },
    })
  }
  const end = (id: string, onEnded: () => void) => {
    const provider = nameOf(id)
    disconnect.mutate(id, {
      onSuccess: () => {
        toast.success(t('disconnectSuccess', { provider }))
        onEnded()
      },
      onError: (error) => {
        if (!confirm(error, () => end(id, onEnded)))
          toast.error(
            (isServerMessageHelpful(error) && serverMessage(error)) || t('disconnectError', { provider }),
            error,
          )
      },
    })
  }
  const busyWith = (id: string): 'connecting' | 'disconnecting' | undefined => {
    if (leave.isPending && leave.variables === id) return 'connecting'
    return disconnect.isPending && disconnect.variables === id ? 'disconnecting' : undefined
  }
  return { nameOf, begin, end, busyWith }
}
