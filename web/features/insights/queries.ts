import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Insight, Insights } from '#contract/insights.ts'
import type { TryChange } from '#contract/tries.ts'
import { api } from '../../api/client.ts'
import { ApiError, isChangedElsewhere } from '../../api/errors.ts'
import { allPages } from '../../api/pages.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { fortnightTo } from './fortnight.ts'
import type { QueuedInsight } from './queued.ts'

/**
 * Fetches all insights of the two weeks that end on `until`. A response may also be a bare array.
 * If `until` is today, the request has no end date: the server counts days in the team's time zone, where an insight
 * that was posted just now may already belong to tomorrow.
 */
export const fortnightQuery = (until: CalendarDate, today: CalendarDate) =>
  queryOptions({
    queryKey: ['insights', until],
    queryFn: ({ signal }) =>
      allPages(async (page) => {
        const query = { since: fortnightTo(until).since, ...(until < today && { until }), ...page }
        const answer = await api.get<Insights | Insight[]>('/insights/', query, signal)
        const insights = Array.isArray(answer) ? answer : (answer.insights ?? [])
        return insights.map((insight) => Object.assign({}, unanswered, insight))
      }),
  })

/** The defaults for fields that an older server does not send. */
const unanswered = { comments: 0, try: null } satisfies Partial<Insight>

export function invalidateInsights(queries: QueryClient) {
  for (const noun of ['activity', 'dashboard', 'week']) void queries.invalidateQueries({ queryKey: [noun] })
  return queries.invalidateQueries({ queryKey: ['insights'] })
}

export const sendInsight = async ({ id, isNew, before, type, note }: QueuedInsight): Promise<void> => {
  const words = { type, note }
  await (isNew ? api.post('/insights/', { ...words, id }) : api.put(`/insights/${id}`, { ...words, before }))
}

/** Sends an insight now. `onPersisted` is called once the server has stored it, even if the form is unmounted. */
export function useSaveInsight() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (insight: QueuedInsight & { onPersisted: () => void }) => sendInsight(insight),
    // An offline browser must fail at once and queue the text, instead of waiting silently.
    networkMode: 'always',
    onSuccess: (_, { onPersisted }) => {
      onPersisted()
      return invalidateInsights(queries)
    },
    onError: (error) => isChangedElsewhere(error) && invalidateInsights(queries),
  })
}

/**
 * Takes on a Try or sets its outcome. Refetches also after a failure, because another member may have changed the Try.
 */
export function useChangeTry() {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, change }: { id: string; change: TryChange }) =>
      api.patch<Insight>(`/insights/${id}/try`, change),
    onSettled: () => invalidateInsights(queries),
  })
}

/** Returns functions that delete and restore an insight. Both refetch the insights, and reject on failure. */
export function useInsightRemoval() {
  const queries = useQueryClient()
  const whatever = async (change: Promise<unknown>) => {
    try {
      await change
    } finally {
      void invalidateInsights(queries)
    }
  }
  return {
    remove: async ({ id }: Insight) => {
      await whatever(api.delete(`/insights/${id}`))
      queries.setQueriesData<Insight[]>({ queryKey: ['insights'] }, (insights) =>
        insights?.filter((insight) => insight.id !== id),
      )
    },
    restore: ({ id, type, note }: Insight) => whatever(api.post('/insights/', { id, type, note })),
  }
}

export const isGone = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

const likes = ['like']

const asLiked = (insight: Insight, liked: boolean): Insight =>
  insight.liked === liked ? insight : { ...insight, liked, likes: Math.max(0, insight.likes + (liked ? 1 : -1)) }

/**
 * Toggles the member's like. Updates the screen at once and rolls back if the server rejects the change.
 * Repeated presses on the same insight are sent in order.
 */
export function useLike({ id, liked }: Insight): () => void {
  const queries = useQueryClient()
  const show = (isLiked: boolean) =>
    queries.setQueriesData<Insight[]>({ queryKey: ['insights'] }, (insights) =>
      insights?.map((insight) => (insight.id === id ? asLiked(insight, isLiked) : insight)),
    )
  const { mutate } = useMutation({
    mutationKey: likes,
    scope: { id: `like ${id}` },
    networkMode: 'always',
    mutationFn: (isLiked: boolean) =>
      isLiked ? api.post<unknown>(`/insights/${id}/like`) : api.delete<unknown>(`/insights/${id}/like`),
    onMutate: async (isLiked) => {
      await queries.cancelQueries({ queryKey: ['insights'] })
      show(isLiked)
    },
    onError: (error, isLiked) => {
      console.info('The like could not be kept', error)
      show(!isLiked)
    },
    onSettled: () => {
      // Refetches only after the last pending like. Otherwise the response would undo the other likes on the screen.
      if (queries.isMutating({ mutationKey: likes }) === 1) void queries.invalidateQueries({ queryKey: ['insights'] })
    },
  })
  return () => mutate(!liked)
}
