import { queryOptions } from '@tanstack/react-query'
import type { Push, PushSubscription } from '#contract/notifications.ts'
import { api } from '../../api/client.ts'

export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => api.get<Push>('/notifications/push', undefined, signal),
})

export const storeSubscription = (subscription: PushSubscription) => api.put('/notifications/push', subscription)
export const forgetSubscription = () => api.delete('/notifications/push')
