import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { tabChannel, type TabEnd } from '#contract/connections.ts'
import type { Me } from '#contract/users.ts'
import { useSubscription } from '../../hooks/use-subscription.ts'
import { toast } from '../../ui/toast.tsx'
import { readUser } from './queries.ts'

/**
 * Listens for the results of connecting in other tabs of this browser.
 * Those tabs show the reason for a failure themselves.
 */
export function useTabEnds(onUser: (user: Me) => void) {
  const t = useTranslations('connections')
  const queries = useQueryClient()
  useSubscription(hearTabs, ({ data: { provider, reason, left } }) => {
    if (reason !== undefined) return toast.error(t('connectError', { provider }))
    toast.success(t('connectSuccess', { provider }))
    if (left !== undefined) toast.info(left)
    readUser(onUser)
    void queries.invalidateQueries({ queryKey: ['connections'] })
  })
}

function hearTabs(listener: (message: MessageEvent<TabEnd>) => void) {
  const channel = new BroadcastChannel(tabChannel)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
