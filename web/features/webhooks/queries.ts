import { queryOptions } from '@tanstack/react-query'
import type { NewWebhook, WebhookDeliveries, WebhookDelivery, WebhookDraft, Webhooks } from '#contract/webhooks.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'

/** The team's webhooks. Messages go out meanwhile: whoever comes back here sees what became of them. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await api.get<Webhooks>('/webhooks', undefined, signal)).webhooks ?? [],
  refetchOnWindowFocus: 'always',
})

/** The last messages to one of them, read again with it. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksQuery.queryKey, id],
    queryFn: async ({ signal }) =>
      (await api.get<WebhookDeliveries>(`/webhooks/${id}/deliveries`, undefined, signal)).deliveries,
    refetchOnWindowFocus: 'always',
  })

/** Answers the secret, which nobody says again. */
export const useMakeWebhook = () =>
  useAct(webhooksQuery, (draft: WebhookDraft) => api.create<NewWebhook>('/webhooks', draft))

export const useResume = () => useAct(webhooksQuery, (id: string) => api.patch(`/webhooks/${id}`, { state: 'on' }))

export const useTest = () =>
  useAct(webhooksQuery, (id: string) => api.post<WebhookDelivery>(`/webhooks/${id}/test`, {}))

export const useDeleteWebhook = () => useAct(webhooksQuery, (id: string) => api.delete(`/webhooks/${id}`))
