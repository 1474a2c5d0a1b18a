import { queryOptions } from '@tanstack/react-query'
import type { NewWebhook, WebhookDeliveries, WebhookDelivery, WebhookDraft, Webhooks } from '#contract/webhooks.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'

/** Fetches the team's webhooks. Refetched on focus, because each shows the results of its latest deliveries. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await api.get<Webhooks>('/webhooks', undefined, signal)).webhooks ?? [],
  refetchOnWindowFocus: 'always',
})

export const webhookDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksQuery.queryKey, id],
    queryFn: async ({ signal }) =>
      (await api.get<WebhookDeliveries>(`/webhooks/${id}/deliveries`, undefined, signal)).deliveries,
    refetchOnWindowFocus: 'always',
  })

/** Creates a webhook. Only this response contains its secret. */
export const useMakeWebhook = () =>
  useAct(webhooksQuery, (draft: WebhookDraft) => api.create<NewWebhook>('/webhooks', draft))

export const useResume = () => useAct(webhooksQuery, (id: string) => api.patch(`/webhooks/${id}`, { state: 'on' }))

export const useTest = () =>
  useAct(webhooksQuery, (id: string) => api.post<WebhookDelivery>(`/webhooks/${id}/test`, {}))

export const useDeleteWebhook = () => useAct(webhooksQuery, (id: string) => api.delete(`/webhooks/${id}`))
