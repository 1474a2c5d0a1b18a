import { isImeKey } from '../platform/ime-key.ts'
import { topModal } from '../platform/modals.ts'
import { isTyping, useSingleKeys } from '../hooks/use-shortcuts.ts'
import { useWindowEvent } from '../hooks/use-subscription.ts'

/**
 * Makes Z and Ctrl+Z undo the last action. In a field, Z types a letter and Ctrl+Z undoes typing, as usual.
 * @param onNothing called by Z if there is no undo
 */
export function useUndoKeys(undo: (() => void) | undefined, onNothing: () => void) {
  const singleKeys = useSingleKeys()
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'z' || event.altKey || event.shiftKey || isImeKey(event)) return
    if (event.defaultPrevented || isTyping(event.target)) return
    if (!singleKeys && !event.ctrlKey && !event.metaKey) return
    if (!undo) {
      // Without an undo, Ctrl+Z is ignored here, because the browser may use it to undo typing.
      if (!event.ctrlKey && !event.metaKey && !event.repeat && !topModal()) onNothing()
      return
    }
    event.preventDefault()
    undo()
  })
}
