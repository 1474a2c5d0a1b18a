import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment, CommentDraft, Reactions } from '#contract/comments.ts'
import type { DayReport } from '#contract/reports.ts'
import { api } from '../../api/client.ts'
import { isUnreachable } from '../../api/errors.ts'
import { allPages } from '../../api/pages.ts'
import { type About, type Answer, answersToSend, type CommentAnswer, type SignAnswer, withSign } from './waiting.ts'

const placeOf = ({ subject, id }: About) => `/${subject === 'report' ? 'daily-reports' : 'insights'}/${id}/comments`

/** In the order in which they were written. */
export const commentsQuery = (about: About) =>
  queryOptions({
    queryKey: ['comments', about.subject, about.id],
    queryFn: ({ signal }) =>
      allPages(async (page) => (await api.get<{ comments: Comment[] }>(placeOf(about), page, signal)).comments),
  })

/** Who has given a report which sign. */
export const reactionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['reactions', id],
    queryFn: async ({ signal }) =>
      (await api.get<Reactions>(`/daily-reports/${id}/reactions`, undefined, signal)).reactions,
  })

export async function sendAnswer(answer: Answer): Promise<void> {
  if (answer.kind === 'comment') return void (await api.post<Comment>(placeOf(answer.about), answer.draft))
  const place = `/daily-reports/${answer.id}/reactions/${answer.sign}`
  await (answer.given ? api.put(place, undefined) : api.delete(place))
}

/** At once, or as soon as somebody answers: behind what waits already. */
async function sendOrKeep(userId: string, answer: Answer): Promise<void> {
  if (answersToSend.read(userId).length > 0 && answersToSend.add(userId, answer)) return
  try {
    await sendAnswer(answer)
  } catch (error) {
    if (!isUnreachable(error) || !answersToSend.add(userId, answer)) throw error
  }
}

/** Adds comments, changes and deletes them; one that was deleted is added again under its id. */
export function useCommentChanges(about: About, userId: string) {
  const queries = useQueryClient()
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['comments', about.subject, about.id] }),
      queries.invalidateQueries({ queryKey: about.subject === 'report' ? ['reports', 'day'] : ['insights'] }),
    ])
  const networkMode = 'always'
  const add = useMutation({
    networkMode,
    mutationFn: ({ picked, ...draft }: CommentAnswer['draft'] & Pick<CommentAnswer, 'picked'>) =>
      sendOrKeep(userId, { kind: 'comment', about, draft, picked, at: new Date().toISOString() }),
    onSettled,
  })
  const change = useMutation({
    networkMode,
    mutationFn: ({ id, ...words }: CommentDraft & { id: string }) => api.put<Comment>(`/comments/${id}`, words),
    onSettled,
  })
  const remove = useMutation({
    networkMode,
    mutationFn: (id: string) => api.delete(`/comments/${id}`),
    onSettled,
  })
  return { add, change, remove }
}

/** Gives a report a sign, or takes it back: shown at once, and put back where the server refuses it. */
export function useReact({ id, report_date: date }: DayReport, userId: string) {
  const queries = useQueryClient()
  const day = ['reports', 'day', date]
  return useMutation({
    networkMode: 'always',
    mutationFn: (to: Pick<SignAnswer, 'sign' | 'given'>) => sendOrKeep(userId, { kind: 'sign', id, date, ...to }),
    onMutate: async (to) => {
      await queries.cancelQueries({ queryKey: day })
      const before = queries.getQueryData<DayReport[]>(day)
      queries.setQueryData<DayReport[]>(day, (reports) =>
        reports?.map((each) => (each.id === id ? withSign(each, to) : each)),
      )
      return before
    },
    onError: (_error, _sign, before) => queries.setQueryData(day, before),
    onSettled: () => queries.invalidateQueries({ queryKey: day }),
  })
}
