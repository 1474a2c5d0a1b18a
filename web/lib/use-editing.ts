import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isImeKey } from './ime-key.ts'

/** A card's edit toggle. Closing gives the focus back to the button that opened the form. @param initially whether it is open */
export function useEditing(initially: () => boolean = () => false) {
  const [editing, setEditing] = useState(initially)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setEditing(false))
    toggle.current?.focus()
  }
  return { editing, toggle, open: () => setEditing(true), close }
}

/** Esc in a form, except while an input method composes. */
export const onEscape = (cancel: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && !isImeKey(event)) cancel()
}
