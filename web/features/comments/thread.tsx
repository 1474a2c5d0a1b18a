import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Comment, Subject } from '#contract/comments.ts'
import type { Insight } from '#contract/insights.ts'
import { limits } from '#contract/limits.ts'
import type { DayReport } from '#contract/reports.ts'
import { reactions } from '#contract/reactions.ts'
import type { Me, User } from '#contract/users.ts'
import { useWaiting } from '../../api/use-outbox.ts'
import { focusWithin } from '../../platform/focus-within.ts'
import { useScrollToHash } from '../../hooks/use-scroll-to-hash.ts'
import { useLoad } from '../../ui/load.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Bar } from '../../ui/states.tsx'
import { underlined } from '../../ui/text-link.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { commentsQuery } from './queries.ts'
import { reactionIcons, useToggleReaction, useWithQueuedReactions } from './reactions.tsx'
import { type About, answerOutbox, waitingComments } from './answer-outbox.ts'

type Readers = { user: Me; members: readonly User[] }

export function ReportThread({ report, ...readers }: { report: DayReport } & Readers) {
  return (
    <Thread subject="report" of={report} {...readers}>
      <Head report={report} userId={readers.user.id} />
    </Thread>
  )
}

export function Thread({
  subject,
  of,
  user,
  members,
  children,
}: { subject: Subject; of: DayReport | Insight; children?: ReactNode } & Readers) {
  const t = useTranslations('answers')
  const on = 'report_date' in of ? of.report_date : of.created_at.slice(0, 'YYYY-MM-DD'.length)
  const about: About = { subject, id: of.id, on }
  const load = useLoad(useQuery(commentsQuery(about)))
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const thread = useRef<HTMLElement>(null)
  const isLoaded = load.data !== undefined
  useEffect(() => {
    // The comments that have just been loaded push the focused field down, perhaps out of view.
    const field = document.activeElement
    if (isLoaded && field?.matches('textarea') && thread.current?.contains(field))
      field.scrollIntoView?.({ block: 'nearest' })
  }, [isLoaded])
  const comments = load.data ?? []
  const linked = comments.findIndex(({ id }) => window.location.hash === `#comment-${id}`)
  const older = Math.max(0, comments.length - limits.commentsShown)
  const hidden = isWhole ? 0 : linked < 0 ? older : Math.min(older, linked)
  useScrollToHash('comment', linked >= 0)
  const waiting = waitingComments(useWaiting(answerOutbox, user.id), about, user)
  const { listed, isEdited, isDeleted, setEdited } = useEdited(comments)
  const context = { about, user, members }
  const first = [of.user_id, ...comments.map((comment) => comment.user_id)]
  return (
    <section ref={thread} aria-label={t('threadOf', { subject, name: of.user_name })} className="max-w-[70ch] pb-2">
      {children}
      <Loaded load={load} failed={t('loadFailed')} skeleton={<Bar width="60%" />}>
        {(all) => (
          <>
            {hidden > 0 && (
              <button
                type="button"
                onClick={() => {
                  flushSync(() => setIsWhole(true))
                  focusWithin(list.current?.firstElementChild)
                }}
                className={`min-h-7 cursor-pointer t-13 pointer-coarse:min-h-11 ${underlined}`}
              >
                {t('earlier', { count: hidden })}
              </button>
            )}
            <ol ref={list} className="flex flex-col gap-3 py-2 empty:hidden">
              {listed(all.slice(hidden)).map((comment) => (
                <CommentItem
                  key={comment.id}
                  comment={comment}
                  {...context}
                  isDeleted={isDeleted(comment)}
                  isEditing={isEdited(comment)}
                  onEditing={setEdited}
                />
              ))}
            </ol>
          </>
        )}
      </Loaded>
      <ol className="flex flex-col gap-3 py-2 empty:hidden">
        {waiting
          .filter(({ id }) => comments.every((comment) => comment.id !== id))
          .map((comment) => (
            <CommentItem key={comment.id} comment={comment} {...context} isWaiting />
          ))}
      </ol>
      <CommentForm {...context} first={first} />
    </section>
  )
}

/**
 * Tracks the comments that are being edited. A comment that is deleted during the edit stays in the list.
 * Otherwise the text in its form would be lost.
 */
function useEdited(comments: readonly Comment[]) {
  const [edited, setEdited] = useState<readonly Comment[]>([])
  const isDeleted = ({ id }: Comment) => comments.every((comment) => comment.id !== id)
  return {
    isDeleted,
    isEdited: ({ id }: Comment) => edited.some((comment) => comment.id === id),
    setEdited: (comment: Comment, isOpen: boolean) =>
      setEdited((before) => [...before.filter(({ id }) => id !== comment.id), ...(isOpen ? [comment] : [])]),
    /** Returns the shown comments plus those that were deleted during an edit, in order of creation. */
    listed: (shown: readonly Comment[]) =>
      [...shown, ...edited.filter(isDeleted)].toSorted(
        (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
      ),
  }
}

/** Shows all five reactions as buttons. On the member's own report, shows only given reactions, without buttons. */
function Head({ report: known, userId }: { report: DayReport; userId: string }) {
  const t = useTranslations('answers')
  const report = useWithQueuedReactions(known, userId)
  const press = useToggleReaction(report, userId)
  const isOwn = report.user_id === userId
  const look = 'inline-flex min-h-8 items-center gap-1.5 rounded-2 border px-2.5 t-13'
  const given = (reaction: (typeof reactions)[number]) => report.reactions.find((each) => each.reaction === reaction)
  return (
    <ul aria-label={t('give')} className="flex flex-wrap gap-2 pb-2 empty:hidden">
      {reactions
        .filter((reaction) => !isOwn || given(reaction))
        .map((reaction) => {
          const Icon = reactionIcons[reaction]
          const counted = given(reaction)
          const words = (
            <>
              <Icon size={14} strokeWidth={1.75} aria-hidden />
              {t(`reactions.${reaction}`)} {counted?.count}
            </>
          )
          return (
            <li key={reaction}>
              {isOwn ? (
                <span className={`${look} border-rule text-text-2`}>{words}</span>
              ) : (
                <button
                  type="button"
                  aria-pressed={counted?.mine ?? false}
                  onClick={() => press(reaction)}
                  className={`${look} cursor-pointer pointer-coarse:min-h-11 ${counted?.mine ? 'border-ai-rule bg-ai-soft text-ai-text' : 'border-rule text-text-2 hover:bg-hover'}`}
                >
                  {words}
                </button>
              )}
            </li>
          )
        })}
    </ul>
  )
}
