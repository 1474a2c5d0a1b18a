import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'

const looks = {
  primary: 't-14b bg-ai text-on-ai hover:bg-ai-hover active:bg-ai-pressed border-transparent',
  edit: 't-14b bg-daidai text-on-daidai hover:bg-daidai-hover active:bg-daidai-pressed border-transparent',
  line: 't-14 bg-surface text-text border-rule-strong hover:bg-hover active:bg-pressed',
  /** For a button that can be pressed, but only explains why its action is not available. */
  muted: 't-14 bg-surface text-text-3 border-rule hover:bg-hover active:bg-pressed',
  ghost: 't-14 text-text-2 border-transparent hover:bg-hover active:bg-pressed',
  danger: 't-14 bg-surface text-problem-text border-problem-rule hover:bg-problem-soft active:bg-problem-soft',
} as const

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  kind: keyof typeof looks
  small?: boolean
  /** Full width and 44 pixels high, as on the sign-in screens. */
  wide?: boolean
  /** The label while the action runs, such as 送信中…. The button keeps its width and the focus, and ignores presses. */
  busy?: string | undefined
  children: ReactNode
}

/** Allows line breaks, because labels can be long in large text or in other languages. */
const words = 'text-center wrap-break-word'

function classes(kind: keyof typeof looks, small: boolean, wide: boolean) {
  const size = wide
    ? 'min-h-11 w-full px-4'
    : `min-h-control pointer-coarse:min-w-11 ${small || kind === 'ghost' ? 'px-3' : 'px-4'} ${small ? 'md:pointer-fine:min-h-8' : ''}`
  return `inline-grid cursor-pointer place-items-center rounded-2 border py-1 fast-colors ${words} ${size} ${looks[kind]}`
}

export function Button({
  kind,
  small = false,
  wide = false,
  busy,
  disabled,
  children,
  type = 'button',
  ...rest
}: Props) {
  const isBusy = busy !== undefined
  return (
    <button
      type={type}
      disabled={disabled === true && !isBusy}
      className={`${classes(kind, small, wide)} disabled:cursor-default disabled:border-transparent disabled:bg-hover disabled:text-text-disabled aria-disabled:cursor-default aria-disabled:border-transparent aria-disabled:bg-hover aria-disabled:text-text-disabled`}
      {...rest}
      // A busy button is not `disabled`, because that would lose the focus. Its accessible name is the visible label
      // (WCAG 2.5.3).
      {...(isBusy && { 'aria-disabled': true, 'aria-label': undefined, onClick: (event) => event.preventDefault() })}
    >
      <span className={`col-start-1 row-start-1 flex items-center gap-2 ${busy === undefined ? '' : 'invisible'}`}>
        {children}
      </span>
      {busy !== undefined && <span className="col-start-1 row-start-1">{busy}</span>}
    </button>
  )
}

export function ButtonLink({
  kind,
  small = false,
  href,
  state,
  children,
}: {
  kind: keyof typeof looks
  small?: boolean
  href: string
  /** The state of the new history entry, with data for the next screen that is not in the URL. */
  state?: unknown
  children: ReactNode
}) {
  return (
    <Link href={href} state={state} className={classes(kind, small, false)}>
      {children}
    </Link>
  )
}
