import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useDelayedTrue } from '../../hooks/use-delayed-true.ts'

/**
 * The duration of the fade, equal to `--d-3`. A timer is used, because with reduced motion no event may mark its end.
 */
const fade = 260 // milliseconds

export function OnboardingStep({
  title,
  hint,
  actions,
  isDone,
  onGone,
  children,
}: {
  title: string
  hint: string
  actions: ReactNode
  isDone: boolean
  onGone: () => void
  children: ReactNode
}) {
  const isOver = useDelayedTrue(isDone, fade)
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (isOver) leave()
  }, [isOver])
  return (
    <li inert={isDone} className={`border-b border-rule py-3 ${isDone ? 'animate-fade-away' : ''}`}>
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <span aria-hidden className="size-7 shrink-0 rounded-full border border-dashed border-rule-strong" />
        <div className="min-w-0 flex-1 basis-44 text-pretty">
          <h3 className="t-14b">{title}</h3>
          <p className="t-13 text-text-2">{hint}</p>
        </div>
        {actions && <div className="ml-auto flex gap-2">{actions}</div>}
      </div>
      {children}
    </li>
  )
}
