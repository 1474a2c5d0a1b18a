import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isImeKey } from '../platform/ime-key.ts'

/**
 * Controls a card that shows a form while it is edited. Closing returns the focus to the button that opened the form.
 * @param initially returns whether the form is open at first
 */
export function useEditing(initially: () => boolean = () => false) {
  const [editing, setEditing] = useState(initially)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setEditing(false))
    toggle.current?.focus()
  }
  return { editing, toggle, open: () => setEditing(true), close }
}

/** Returns a key handler that cancels a form on Esc, except while an input method composes. */
export const onEscape = (cancel: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && !isImeKey(event)) cancel()
}
