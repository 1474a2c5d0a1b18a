import { useEffect, useRef, useState } from 'react'

/** A card's edit toggle. Closing gives the focus back to the button that opened the form. */
export function useEditing() {
  const [editing, setEditing] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current && !editing) toggle.current?.focus()
    opened.current = editing
  }, [editing])
  return { editing, toggle, open: () => setEditing(true), close: () => setEditing(false) }
}
