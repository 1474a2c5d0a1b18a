import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Insight, InsightDraft, Insights } from '#contract/insights.ts'
import type { TryChange } from '#contract/tries.ts'
import { api } from '../../api/client.ts'
import { ApiError, fieldMessages } from '../../api/errors.ts'
import { allPages } from '../../api/pages.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { fortnightTo } from './fortnight.ts'

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
function rereadInsights(queries: QueryClient) {
  for (const noun of ['activity', 'dashboard', 'week']) void queries.invalidateQueries({ queryKey: [noun] })
  return queries.invalidateQueries({ queryKey: ['insights'] })
}

/**
 * Adds an insight, or changes the one that it is given.
 * @param onKept at once when the server has it, whatever becomes of the form meanwhile
 */
export function useSaveInsight(existing: Insight | undefined, onKept: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ type, note, id }: InsightDraft) =>
      existing
        ? api.put<unknown>(`/insights/${existing.id}`, { type, note })
        : api.post<unknown>('/insights/', { type, note, id }),
    // An offline browser must fail at once and keep the words, not wait in silence.
    networkMode: 'always',
    onSuccess: () => {
      onKept()
      return rereadInsights(queries)
    },
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

/** What the server said about single fields: with it, the input was refused, otherwise sending failed. */
export const refusedFields = fieldMessages

const likes = ['like']

const asLiked = (insight: Insight, liked: boolean): Insight =>
  insight.liked === liked ? insight : { ...insight, liked, likes: Math.max(0, insight.likes + (liked ? 1 : -1)) }

/**
 * Shows my like, or its end, at once; what the server refuses is put right, and taps on one insight keep their order.
 * One for all insights that are shown: the same function each time.
 */
export function useLike(): (insight: Insight) => void {
  const queries = useQueryClient()
  return useCallback(
    ({ id, liked }: Insight) => {
      const show = (asked: boolean) =>
        queries.setQueriesData<Insight[]>({ queryKey: ['insights'] }, (insights) =>
          insights?.map((insight) => (insight.id === id ? asLiked(insight, asked) : insight)),
        )
      const like = queries.getMutationCache().build(queries, {
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
          if (queries.isMutating({ mutationKey: likes }) === 1)
            void queries.invalidateQueries({ queryKey: ['insights'] })
        },
      })
      like.execute(!liked).catch(() => {}) // `onError` has said so
    },
    [queries],
  )
}
