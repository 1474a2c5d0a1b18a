import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isImeKey } from './ime-key.ts'

/** A card's edit toggle. Closing gives the focus back to the button that opened the form. @param initially whether it is open */
export function useEditing(initially: () => boolean = () => false) {
  const [editing, setEditing] = useState(initially)
  const toggle = useRef<HTMLButtonElement>(null)
  const opened = useRef(editing)
  useEffect(() => {
    if (opened.current && !editing) toggle.current?.focus()
    opened.current = editing
  }, [editing])
  return { editing, toggle, open: () => setEditing(true), close: () => setEditing(false) }
}

/** Esc in a form, except while an input method composes. */
export const onEscape = (cancel: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && !isImeKey(event)) cancel()
}
