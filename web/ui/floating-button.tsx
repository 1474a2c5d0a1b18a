import { type LucideIcon, Pencil } from 'lucide-react'
import type { Ref } from 'react'
import { useScrolledDown } from '../hooks/use-scrolled-down.ts'
import { Kbd } from './kbd.tsx'

const pill =
  'inline-flex h-13 cursor-pointer items-center justify-center gap-3 rounded-full shadow-float fast-colors t-14b ' +
  'forced-colors:border max-md:hidden'
const whole = 'px-5'
/** The classes of the round form: a circle of 52 pixels, which shows its label on hover and focus. */
const folded =
  'w-13 gap-0 hover:w-auto hover:gap-3 hover:px-5 focus-visible:w-auto focus-visible:gap-3 focus-visible:px-5'

/**
 * A floating button with an icon and a label. After the page was scrolled down, it is a circle with the icon only.
 * Below 768 pixels it is not rendered, because it would cover the page; there the bar or the page has a button.
 * @param tone `edit`: the button edits the member's own report, and is orange
 */
export function FloatingButton({
  label,
  icon: Icon = Pencil,
  tone,
  shortcut,
  isSmall = false,
  onClick,
  ref,
}: {
  label: string
  icon?: LucideIcon
  tone: 'ai' | 'edit'
  shortcut: string
  /** Whether the button is a circle even before scrolling, because its label would cover text. */
  isSmall?: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  const isFolded = useScrolledDown() || isSmall
  const colour =
    tone === 'edit'
      ? 'bg-daidai text-on-daidai hover:bg-daidai-hover active:bg-daidai-pressed'
      : 'bg-ai text-on-ai hover:bg-ai-hover active:bg-ai-pressed'
  const part = isFolded ? 'not-group-hover:not-group-focus-visible:sr-only' : ''
  return (
    <button
      ref={ref}
      type="button"
      aria-keyshortcuts={shortcut}
      onClick={onClick}
      className={`group fixed right-8 bottom-8 z-(--z-fab) print:hidden ${pill} ${isFolded ? folded : whole} ${colour}`}
    >
      <Icon size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className={part}>{label}</span>
      <span className={isFolded ? 'not-group-hover:not-group-focus-visible:hidden' : ''}>
        <Kbd keys={shortcut} tone="filled" />
      </span>
    </button>
  )
}
