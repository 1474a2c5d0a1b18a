import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewWebhook, WebhookDeliveries, WebhookDelivery, WebhookDraft, Webhooks } from '#contract/webhooks.ts'
import { api } from '../../api/client.ts'

/** The team's webhooks. Messages go out meanwhile: whoever comes back here sees what became of them. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await api.get<Webhooks>('/webhooks', undefined, signal)).webhooks ?? [],
  refetchOnWindowFocus: 'always',
})

/** The last messages to one of them. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksQuery.queryKey, id],
    queryFn: async ({ signal }) =>
      (await api.get<WebhookDeliveries>(`/webhooks/${id}/deliveries`, undefined, signal)).deliveries,
    refetchOnWindowFocus: 'always',
  })

/** Whatever is done with them, they are read again, and their messages with them. */
function useAct<Taken, Answer>(act: (taken: Taken) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    networkMode: 'always',
    gcTime: 0,
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
}

/** Answers the secret, which nobody says again. */
export const useMakeWebhook = () => useAct((draft: WebhookDraft) => api.create<NewWebhook>('/webhooks', draft))

export const useResume = () => useAct((id: string) => api.patch(`/webhooks/${id}`, { state: 'on' }))

export const useTest = () => useAct((id: string) => api.post<WebhookDelivery>(`/webhooks/${id}/test`, {}))

export const useDeleteWebhook = () => useAct((id: string) => api.delete(`/webhooks/${id}`))
