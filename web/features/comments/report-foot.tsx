import { MessageSquare, ThumbsUp } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import { ContinueButton } from './continue-button.tsx'
import { ReactionPicker } from './reaction-picker.tsx'
import { reactionIcons, useWithQueuedReactions } from './reactions.tsx'
import { useReactionGivers } from './use-reaction-givers.ts'

const part =
  'inline-flex h-7 cursor-pointer items-center gap-1 rounded-2 px-1 t-12 hover:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11'
const mostShown = 3 // reactions
const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true }

/** The row below a report: its reactions, a button to react, and the number of comments. */
export function ReportFoot({
  report: known,
  userId,
  ...thread
}: { report: DayReport; userId: string } & Omit<ComponentProps<typeof CommentCount>, 't' | 'count'>) {
  const t = useTranslations('answers')
  const report = useWithQueuedReactions(known, userId)
  const { reactions } = report
  const { names, ask } = useReactionGivers(report)
  const used = <Used reactions={reactions} />
  return (
    <>
      {report.user_id === userId ? (
        reactions.length > 0 && (
          <span className="inline-flex" title={names} onPointerEnter={ask}>
            {used}
          </span>
        )
      ) : (
        <ReactionPicker
          report={report}
          userId={userId}
          title={names}
          onAsk={ask}
          className={`${part} -mx-1 text-text-3`}
        >
          {reactions.length === 0 && <ThumbsUp {...icon} />}
          {used}
          <span className="sr-only">{t('give')}</span>
        </ReactionPicker>
      )}
      <CommentCount count={report.comments} {...thread} />
    </>
  )
}

/**
 * Shows the number of comments as a button that opens and closes the thread. When the thread opens, the comment field
 * gets the focus if the button was pressed by keyboard, or if there are no comments.
 * While the thread is closed, a second button leads back to an unsent comment.
 */
export function CommentCount({
  count,
  isOpen,
  hasDraft,
  onToggle,
  onReply,
}: {
  count: number
  isOpen: boolean
  hasDraft: boolean
  onToggle: () => void
  /** Opens the thread and its comment field. */
  onReply: () => void
}) {
  const t = useTranslations('answers')
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t('comments', { count })}
        onClick={({ detail }) => {
          // A keyboard press has detail 0. For keyboard users the field is many Tabs away, so it gets the focus. Mouse
          // users may only want to read the thread.
          if (!isOpen && (detail === 0 || count === 0)) onReply()
          else onToggle()
        }}
        className={`${part} text-text-3 tabular-nums`}
      >
        <MessageSquare {...icon} />
        {count || ''}
      </button>
      {hasDraft && !isOpen && <ContinueButton onClick={onReply} />}
    </>
  )
}

function Used({ reactions }: Pick<DayReport, 'reactions'>) {
  const t = useTranslations('answers')
  const count = reactions.reduce((sum, each) => sum + each.count, 0)
  return (
    count > 0 && (
      <span
        className={`inline-flex h-7 items-center gap-1 px-1 t-12 ${reactions.some(({ mine }) => mine) ? 'text-ai-text' : 'text-text-3'}`}
      >
        {reactions.slice(0, mostShown).map(({ reaction }) => {
          const Icon = reactionIcons[reaction]
          return <Icon key={reaction} {...icon} />
        })}
        <span className="sr-only">{t('given', { count })}</span>
        <span aria-hidden className="tabular-nums">
          {count}
        </span>
      </span>
    )
  )
}
