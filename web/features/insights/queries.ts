import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Insight, Insights } from '#contract/insights.ts'
import type { TryChange } from '#contract/tries.ts'
import { api } from '../../api/client.ts'
import { ApiError, isChangedElsewhere } from '../../api/errors.ts'
import { allPages } from '../../api/pages.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { fortnightTo } from './fortnight.ts'
import type { QueuedInsight } from './queued.ts'

/**
 * All insights of the two weeks that end with the day; an answer that is a bare list counts too. Those that end today have
 * no end: the server counts days where the team is, and what was posted just now may be tomorrow's there.
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

/** What an older server does not say of an insight. */
const unanswered = { comments: 0, try: null } satisfies Partial<Insight>

/** What shows insights or counts them. */
export function rereadInsights(queries: QueryClient) {
  for (const noun of ['activity', 'dashboard', 'week']) void queries.invalidateQueries({ queryKey: [noun] })
  return queries.invalidateQueries({ queryKey: ['insights'] })
}

/** Adds an insight, or changes one that is there already. */
export const sendInsight = async ({ id, isNew, before, type, note }: QueuedInsight): Promise<void> => {
  const words = { type, note }
  await (isNew ? api.post('/insights/', { ...words, id }) : api.put(`/insights/${id}`, { ...words, before }))
}

/** Sends an insight now. `onKept` is called once the server has it, even if the form is gone. */
export function useSaveInsight() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (insight: QueuedInsight & { onKept: () => void }) => sendInsight(insight),
    // An offline browser must fail at once and keep the words, not wait in silence.
    networkMode: 'always',
    onSuccess: (_, { onKept }) => {
      onKept()
      return rereadInsights(queries)
    },
    onError: (error) => isChangedElsewhere(error) && rereadInsights(queries),
  })
}

/** Takes Tries on, or decides what becomes of them; what is read afterwards says what is true then. */
export function useChangeTry() {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, change }: { id: string; change: TryChange }) =>
      api.patch<Insight>(`/insights/${id}/try`, change),
    onSettled: () => rereadInsights(queries),
  })
}

/** Both reject where they fail; what is read afterwards says what is true then. */
export function useInsightRemoval() {
  const queries = useQueryClient()
  const whatever = async (change: Promise<unknown>) => {
    try {
      await change
    } finally {
      void rereadInsights(queries)
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

/** Shows my like, or its end, at once; what the server refuses is put right, and taps on one insight keep their order. */
export function useLike({ id, liked }: Insight): () => void {
  const queries = useQueryClient()
  const show = (asked: boolean) =>
    queries.setQueriesData<Insight[]>({ queryKey: ['insights'] }, (insights) =>
      insights?.map((insight) => (insight.id === id ? asLiked(insight, asked) : insight)),
    )
  const { mutate } = useMutation({
    mutationKey: likes,
    scope: { id: `like ${id}` },
    networkMode: 'always',
    mutationFn: (asked: boolean) =>
      asked ? api.post<unknown>(`/insights/${id}/like`) : api.delete<unknown>(`/insights/${id}/like`),
    onMutate: async (asked) => {
      await queries.cancelQueries({ queryKey: ['insights'] })
      show(asked)
    },
    onError: (error, asked) => {
      console.info('The like could not be kept', error)
      show(!asked)
    },
    onSettled: () => {
      // Not while another tap is on its way: what is read now would not know it yet.
      if (queries.isMutating({ mutationKey: likes }) === 1) void queries.invalidateQueries({ queryKey: ['insights'] })
    },
  })
  return () => mutate(!liked)
}
