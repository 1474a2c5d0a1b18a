import { isImeKey } from '../lib/ime-key.ts'
import { topModal } from '../lib/modals.ts'
import { isTyping, useSingleKeys } from '../lib/shortcuts.ts'
import { useWindowEvent } from '../lib/use-subscription.ts'

/**
 * Z and Ctrl+Z take back what can be taken back; in a field Ctrl+Z stays the field's own.
 * @param onNothing is called by a Z on a page where nothing can be taken back
 */
export function useUndoKeys(undo: (() => void) | undefined, onNothing: () => void) {
  const singleKeys = useSingleKeys()
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'z' || event.altKey || event.shiftKey || isImeKey(event)) return
    if (event.defaultPrevented || isTyping(event.target)) return
    if (!singleKeys && !event.ctrlKey && !event.metaKey) return
    if (!undo) {
      // A browser may take back the last typing by Ctrl+Z.
      if (!event.ctrlKey && !event.metaKey && !event.repeat && !topModal()) onNothing()
      return
    }
    event.preventDefault()
    undo()
  })
}
