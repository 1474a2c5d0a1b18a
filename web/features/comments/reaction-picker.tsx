import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import { reactions } from '#contract/reactions.ts'
import { focusFirst } from '../../platform/focus-first.ts'
import { reactionIcons, useToggleReaction } from './reactions.tsx'

/**
 * A button that opens the five reactions side by side. Each gives a reaction or removes it (design: reading the day).
 */
export function ReactionPicker({
  report,
  userId,
  title,
  onAsk,
  className,
  children,
}: {
  report: DayReport
  userId: string
  title: string | undefined
  /** Called on hover and focus, to fetch the names of the members who reacted. */
  onAsk: () => void
  className: string
  children: ReactNode
}) {
  const t = useTranslations('answers')
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  // A day has a hundred of these popovers, and few are ever opened. So a popover renders its content when it opens.
  const [isDrawn, setIsDrawn] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title={title}
        onPointerEnter={onAsk}
        onFocus={onAsk}
        className={className}
      >
        {children}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="group"
        aria-label={t('give')}
        onBeforeToggle={() => setIsDrawn(true)}
        onToggle={({ currentTarget, newState }) => focusFirst(currentTarget, newState, currentTarget.firstElementChild)}
        className="fixed inset-auto m-0 gap-0.5 rounded-3 border border-rule bg-surface p-1 shadow-float [position-area:block-end_span-inline-end] [position-try-fallbacks:flip-block] open:flex open:animate-appear"
      >
        {isDrawn && <Reactions report={report} userId={userId} popover={popover} />}
      </div>
    </>
  )
}

function Reactions({
  report,
  userId,
  popover,
}: {
  report: DayReport
  userId: string
  popover: RefObject<HTMLDivElement | null>
}) {
  const t = useTranslations('answers')
  const press = useToggleReaction(report, userId)
  return reactions.map((reaction) => {
    const Icon = reactionIcons[reaction]
    const isMine = report.reactions.some((each) => each.reaction === reaction && each.mine)
    return (
      <button
        key={reaction}
        type="button"
        aria-pressed={isMine}
        aria-label={t(`reactions.${reaction}`)}
        title={t(`reactions.${reaction}`)}
        onClick={() => {
          popover.current?.hidePopover()
          press(reaction)
        }}
        className={`grid h-9 w-9 cursor-pointer place-items-center rounded-2 pointer-coarse:h-11 pointer-coarse:w-12 ${isMine ? 'bg-ai-soft text-ai-text' : 'text-text-2 hover:bg-hover'}`}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
    )
  })
}
