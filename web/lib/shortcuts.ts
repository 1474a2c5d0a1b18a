import { useRef } from 'react'
import { isImeKey } from './ime-key.ts'
import { topModal } from './modals.ts'
import { storedSwitch } from './stored-switch.ts'
import { useWindowEvent } from './use-subscription.ts'

const singleKeys = storedSwitch('asakai_single_keys', true)
export const enableSingleKeys = singleKeys.set
/** Whether single keys act: a member may turn them off, for speech input and for shaky hands (WCAG 2.1.4). */
export const useSingleKeys = singleKeys.use

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="menuitem"]'))

/** How long `G` waits for its second key. */
const sequencePatience = 1_500 // milliseconds

/**
 * Acts on single keys (`n`, `?`, `shift e`) and on two in a row (`g d`), except while somebody types, composes, holds a modifier
 * or has a dialog open.
 */
export function useShortcuts(shortcuts: Record<string, (() => void) | undefined>) {
  const on = useSingleKeys()
  /** When `G` was pressed, if that was the last key. */
  const began = useRef(-Infinity)
  useWindowEvent('keydown', (event) => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || isImeKey(event) || event.defaultPrevented) return
    if (isTyping(event.target) || topModal()) return
    const key = event.key.toLowerCase()
    const pressed = event.shiftKey && /^[a-z]$/u.test(key) ? `shift ${key}` : key
    const isSecond = event.timeStamp - began.current < sequencePatience
    began.current = pressed === 'g' ? event.timeStamp : -Infinity
    const act = shortcuts[isSecond ? `g ${pressed}` : pressed]
    if (!act) return
    event.preventDefault()
    act()
  })
}
