import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { commentsQuery } from '../../features/comments/queries.ts'
import type { About } from '../../features/comments/answer-outbox.ts'
import { unreadQuery, useReadMentions } from '../../features/mentions/queries.ts'
import { useVisible } from '../../hooks/use-visible.ts'

/** Marks the unread comments for the member in a thread as read, once the thread is visible and loaded. */
export function useReadThread(about: Pick<About, 'subject' | 'id'>) {
  const { isSuccess } = useQuery(commentsQuery(about))
  const unread = useQuery(unreadQuery).data
  const { mutate } = useReadMentions()
  const isSeen = useVisible() && isSuccess
  useEffect(() => {
    if (isSeen && unread) mutate({ subject_id: about.id })
  }, [about.id, isSeen, unread, mutate])
}
