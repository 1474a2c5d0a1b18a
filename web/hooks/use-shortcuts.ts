import { useRef } from 'react'
import { isImeKey } from '../platform/ime-key.ts'
import { topModal } from '../platform/modals.ts'
import { storedSwitch } from '../storage/stored-switch.ts'
import { useWindowEvent } from './use-subscription.ts'

const singleKeys = storedSwitch('asakai_single_keys', true)
export const enableSingleKeys = singleKeys.set
/**
 * Returns whether single-key shortcuts are on. Members with speech input or unsteady hands can turn them off, because
 * they may press such keys unintentionally (WCAG 2.1.4).
 */
export const useSingleKeys = singleKeys.use

/** The types of inputs in which one cannot type letters. A switch is also a checkbox. */
const withoutLetters = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']
const typed = `input:not(${withoutLetters.map((type) => `[type="${type}"]`).join()}), textarea, select, [role="menuitem"]`

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(typed))

/** Returns whether the key has its own effect in the control: Space and Enter press it, and arrows choose a radio. */
const isOfControl = (key: string, target: EventTarget | null) =>
  target instanceof HTMLInputElement &&
  (key === ' ' || key === 'Enter' || (key.startsWith('Arrow') && target.matches('[type="radio"], [type="range"]')))

/** The time after `G` within which the second key must follow. */
const sequenceTimeoutMs = 1_500 // milliseconds

/**
 * Handles single keys (`n`, `?`, `shift e`) and sequences of two keys (`g d`). Ignores keys while the user types, an
 * input method composes, Ctrl, Alt or ⌘ is held, or a dialog is open.
 */
export function useShortcuts(shortcuts: Record<string, (() => void) | undefined>) {
  const on = useSingleKeys()
  /** The time when `G` was pressed, or -Infinity if another key was pressed since. */
  const began = useRef(-Infinity)
  useWindowEvent('keydown', (event) => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || isImeKey(event) || event.defaultPrevented) return
    if (isTyping(event.target) || isOfControl(event.key, event.target) || topModal()) return
    const key = event.key.toLowerCase()
    const pressed = event.shiftKey && /^[a-z]$/u.test(key) ? `shift ${key}` : key
    const isSecond = event.timeStamp - began.current < sequenceTimeoutMs
    began.current = pressed === 'g' ? event.timeStamp : -Infinity
    const act = shortcuts[isSecond ? `g ${pressed}` : pressed]
    if (!act) return
    event.preventDefault()
    act()
  })
}
