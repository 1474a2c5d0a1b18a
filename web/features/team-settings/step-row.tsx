import type { ReactNode } from 'react'

/** One of the first steps; once it is done it fades. */
export function StepRow({
  number,
  title,
  hint,
  actions,
  isDone,
  onGone,
  children,
}: {
  number: number
  title: string
  hint: string
  actions: ReactNode
  isDone: boolean
  onGone: () => void
  children: ReactNode
}) {
  return (
    <li
      inert={isDone}
      className={`border-b border-rule py-3 ${isDone ? 'animate-fade-away' : ''}`}
      onAnimationEnd={(event) => isDone && event.target === event.currentTarget && onGone()}
    >
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full border border-dashed border-rule-strong t-13 text-text-2 tabular-nums"
        >
          {number}
        </span>
        <div className="min-w-0 flex-1 basis-44 text-pretty [word-break:auto-phrase]">
          <h3 className="t-14b">{title}</h3>
          <p className="t-13 text-text-2">{hint}</p>
        </div>
        {actions && <div className="ml-auto flex gap-2">{actions}</div>}
      </div>
      {children}
    </li>
  )
}
