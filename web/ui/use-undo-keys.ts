import { useEffect, useEffectEvent } from 'react'
import { isTyping, useSingleKeys } from '../lib/shortcuts.ts'

/** Z and Ctrl+Z take back what can be taken back; in a field Ctrl+Z stays the field's own. */
export function useUndoKeys(undo: (() => void) | undefined) {
  const singleKeys = useSingleKeys()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || event.altKey || event.shiftKey || event.isComposing) return
    if (event.defaultPrevented || isTyping(event.target)) return
    if (!singleKeys && !event.ctrlKey && !event.metaKey) return
    if (!undo) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
