import { type KeyboardEvent, useRef } from 'react'
import { isImeKey } from '../../platform/ime-key.ts'

/**
 * Lets Ctrl+Z undo the changes that buttons made in the fields of a form, newest first. Without this, the browser would
 * undo an earlier edit by keyboard. After the member types, Ctrl+Z works as usual in the browser.
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
