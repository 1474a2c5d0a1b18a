import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment, CommentChange, Reactions } from '#contract/comments.ts'
import type { DayReport } from '#contract/reports.ts'
import { api } from '../../api/client.ts'
import { isUnreachable } from '../../api/errors.ts'
import { allPages } from '../../api/pages.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'
import {
  type About,
  type Answer,
  answerOutbox,
  type CommentAnswer,
  type ReactionAnswer,
  withReaction,
} from './answer-outbox.ts'

const commentsPathOf = ({ subject, id }: Pick<About, 'subject' | 'id'>) =>
  `/${subject === 'report' ? 'daily-reports' : 'insights'}/${id}/comments`

export const changeOfComment = ({ id, body, mentions, before }: CommentChange & { id: string }): Write => ({
  method: 'PUT',
  path: `/comments/${id}`,
  body: { body, mentions, before },
})

export const commentsQuery = (about: Pick<About, 'subject' | 'id'>) =>
  queryOptions({
    queryKey: ['comments', about.subject, about.id],
    queryFn: ({ signal }) =>
      allPages(async (page) => (await api.get<{ comments: Comment[] }>(commentsPathOf(about), page, signal)).comments),
  })

export const reactionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['reactions', id],
    queryFn: async ({ signal }) =>
      (await api.get<Reactions>(`/daily-reports/${id}/reactions`, undefined, signal)).reactions,
  })

export async function sendAnswer(answer: Answer): Promise<void> {
  if (answer.kind === 'comment') return void (await api.post<Comment>(commentsPathOf(answer.about), answer.draft))
  const place = `/daily-reports/${answer.id}/reactions/${answer.reaction}`
  await (answer.given ? api.put(place, undefined) : api.delete(place))
}

/**
 * Sends a comment or reaction. Queues it if earlier ones on the same report or insight are queued, or if the server is
 * unreachable.
 */
async function sendOrQueue(userId: string, answer: Answer): Promise<void> {
  if (answerOutbox.isWaiting(userId, answer) && answerOutbox.add(userId, answer)) return
  try {
    await sendAnswer(answer)
  } catch (error) {
    if (!isUnreachable(error) || !answerOutbox.add(userId, answer)) throw error
  }
}

/** `onPersisted`: called as soon as the server or the outbox has stored the text. */
type Persisted = { onPersisted?: () => void }

/**
 * Adds, edits and deletes comments. Adding a deleted comment again under its id restores it.
 * @param mutationKey identifies the comment, so that a reopened form knows whether the comment is being sent
 */
export function useCommentChanges(about: About, userId: string, mutationKey: string[] = []) {
  const queries = useQueryClient()
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['comments', about.subject, about.id] }),
      queries.invalidateQueries({ queryKey: about.subject === 'report' ? ['reports', 'day'] : ['insights'] }),
    ])
  const networkMode = 'always'
  /** Runs even if the form is unmounted. */
  const onSuccess = (_: unknown, { onPersisted }: Persisted) => onPersisted?.()
  const add = useMutation({
    networkMode,
    mutationKey,
    mutationFn: ({
      id,
      body,
      mentions,
      picked,
    }: CommentAnswer['draft'] & Pick<CommentAnswer, 'picked'> & Persisted) => {
      const draft = { id, body, mentions }
      return sendOrQueue(userId, { kind: 'comment', about, draft, picked, at: new Date().toISOString() })
    },
    onSuccess,
    onSettled,
  })
  const change = useMutation({
    networkMode,
    mutationKey,
    mutationFn: (changed: CommentChange & { id: string } & Persisted) => sendWrite<Comment>(changeOfComment(changed)),
    onSuccess,
    onSettled,
  })
  const remove = useMutation({
    networkMode,
    mutationFn: (id: string) => api.delete(`/comments/${id}`),
    onSettled,
  })
  return { add, change, remove }
}

/** Adds or removes a reaction. Updates the screen at once and rolls back if the server rejects the change. */
export function useReact({ id, report_date: date }: DayReport, userId: string) {
  const queries = useQueryClient()
  const day = ['reports', 'day', date]
  return useMutation({
    networkMode: 'always',
    mutationFn: (to: Pick<ReactionAnswer, 'reaction' | 'given'>) =>
      sendOrQueue(userId, { kind: 'reaction', id, date, ...to }),
    onMutate: async (to) => {
      await queries.cancelQueries({ queryKey: day })
      const before = queries.getQueryData<DayReport[]>(day)
      queries.setQueryData<DayReport[]>(day, (reports) =>
        reports?.map((each) => (each.id === id ? withReaction(each, to) : each)),
      )
      return before
    },
    onError: (_error, _sign, before) => queries.setQueryData(day, before),
    onSettled: () => queries.invalidateQueries({ queryKey: day }),
  })
}
