import { type KeyboardEvent, useRef } from 'react'
import { isImeKey } from '../../lib/ime-key.ts'

/**
 * Lets Ctrl+Z take back what a press has changed in the fields of a form, the newest first. A browser would undo an
 * earlier typing instead. After typing, Ctrl+Z is the browser's again.
 */
export function useUndoPresses() {
  const undos = useRef<(() => void)[]>([])
  return {
    /** @param undo restores the form as it was before the press */
    pressed: (undo: () => void) => void undos.current.push(undo),
    typed: () => {
      undos.current = []
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey || isImeKey(event)) return
      const undo = undos.current.pop()
      if (!undo) return
      event.preventDefault()
      undo()
    },
  }
}
