import { type LucideIcon, Pencil } from 'lucide-react'
import type { Ref } from 'react'
import { useScrolledDown } from '../hooks/use-scrolled-down.ts'
import { Kbd } from './kbd.tsx'

const pill =
  'inline-flex size-14 cursor-pointer items-center justify-center gap-3 rounded-full shadow-float fast-colors t-14b ' +
  'forced-colors:border md:h-13'
const whole = 'md:w-auto md:px-5'
/** A circle of 52 pixels. The label appears on hover and focus. */
const folded =
  'md:w-13 md:gap-0 md:hover:w-auto md:hover:gap-3 md:hover:px-5 md:focus-visible:w-auto md:focus-visible:gap-3 md:focus-visible:px-5'

/**
 * A floating button. From 768 pixels on it is a pill with its label, and a circle after the page was scrolled down.
 * Below 768 pixels it is always a circle. `tone` edit is the only orange on the page.
 * @param isInBar on small screens the bottom bar has this button instead
 */
export function FloatingButton({
  label,
  icon: Icon = Pencil,
  tone,
  shortcut,
  isInBar = false,
  onClick,
  ref,
}: {
  label: string
  icon?: LucideIcon
  tone: 'ai' | 'edit'
  shortcut: string
  isInBar?: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  const isFolded = useScrolledDown()
  const colour =
    tone === 'edit'
      ? 'bg-daidai text-on-daidai hover:bg-daidai-hover active:bg-daidai-pressed'
      : 'bg-ai text-on-ai hover:bg-ai-hover active:bg-ai-pressed'
  const part = `max-md:sr-only ${isFolded ? 'md:not-group-hover:not-group-focus-visible:sr-only' : ''}`
  return (
    <button
      ref={ref}
      type="button"
      aria-keyshortcuts={shortcut}
      onClick={onClick}
      className={`group fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-(--z-fab) md:right-8 md:bottom-8 print:hidden ${isInBar ? 'max-md:hidden' : ''} ${pill} ${isFolded ? folded : whole} ${colour}`}
    >
      <Icon size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className={part}>{label}</span>
      <span className={`max-md:hidden ${isFolded ? 'md:not-group-hover:not-group-focus-visible:hidden' : ''}`}>
        <Kbd keys={shortcut} tone="filled" />
      </span>
    </button>
  )
}
