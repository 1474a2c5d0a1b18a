import { type LucideIcon, Pencil } from 'lucide-react'
import type { Ref } from 'react'
import { Kbd } from './kbd.tsx'

const pill =
  'inline-flex size-14 cursor-pointer items-center justify-center gap-3 rounded-full shadow-float fast-colors t-14b ' +
  'forced-colors:border md:h-13 md:w-auto md:px-5'

/** A pill with its label from 768 pixels on, a circle below. `tone` edit is the only orange of the page. */
export function FloatingButton({
  label,
  icon: Icon = Pencil,
  tone,
  shortcut,
  onClick,
  ref,
}: {
  label: string
  icon?: LucideIcon
  tone: 'ai' | 'edit'
  shortcut: string
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  const colour =
    tone === 'edit'
      ? 'bg-daidai text-on-daidai hover:bg-daidai-hover active:bg-daidai-pressed'
      : 'bg-ai text-on-ai hover:bg-ai-hover active:bg-ai-pressed'
  return (
    <button
      ref={ref}
      type="button"
      aria-keyshortcuts={shortcut}
      onClick={onClick}
      className={`fixed right-4 bottom-5 z-(--z-fab) md:right-8 md:bottom-8 print:hidden ${pill} ${colour}`}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className="max-md:sr-only">{label}</span>
      <span className="max-md:hidden">
        <Kbd keys={shortcut} tone="filled" />
      </span>
    </button>
  )
}
