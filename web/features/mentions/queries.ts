import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MarkedMentions, Mentions } from '#contract/comments.ts'
import { api } from '../../api/client.ts'

const pageSize = 21 // mentions; a page of search results has the same size

/** Fetches the comments that concern the member, newest first, in pages. */
export const mentionsQuery = infiniteQueryOptions({
  queryKey: ['mentions', 'list'],
  queryFn: ({ pageParam: offset, signal }) => api.get<Mentions>('/mentions', { limit: pageSize, offset }, signal),
  initialPageParam: 0,
  getNextPageParam: ({ mentions }, pages) => (mentions.length < pageSize ? undefined : pages.length * pageSize),
})

export const unreadQuery = queryOptions({
  queryKey: ['mentions', 'unread'],
  queryFn: async ({ signal }) => (await api.get<Mentions>('/mentions', { limit: 1 }, signal)).unread,
})

/** Marks as read: one mention, all those of a report or insight, or all. Offline, the request waits for the network. */
export function useReadMentions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...of }: { id?: string; subject_id?: string }) =>
      id ? api.put<unknown>(`/mentions/${id}/read`, undefined) : api.post<unknown>('/mentions/read', of),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mentions'] }),
  })
}

export function useReadAll() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['mentions'] })
  const readAll = useMutation({ mutationFn: () => api.post<MarkedMentions>('/mentions/read', {}), onSettled })
  const undoReadAll = useMutation({
    mutationFn: (marked: MarkedMentions) => api.post<unknown>('/mentions/unread', marked),
    onSettled,
  })
  return { readAll, undoReadAll }
}
