import { useLocale } from 'use-intl'
import { keysIn } from '../platform/keyboard-names.ts'

/**
 * A hint about a key. Shown only on devices with a mouse, which probably have a keyboard. Hidden from screen readers.
 */
export function Kbd({ keys, tone = 'paper' }: { keys: string; tone?: 'paper' | 'filled' }) {
  const edge = tone === 'paper' ? 'border-rule text-text-2' : 'border-current/50'
  return (
    <kbd
      aria-hidden
      className={`hidden min-w-5 shrink-0 rounded-1 border px-1 text-center t-12 pointer-fine:inline-block ${edge}`}
    >
      {keysIn(useLocale(), keys)}
    </kbd>
  )
}
