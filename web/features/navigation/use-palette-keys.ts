import { useEffect, useEffectEvent } from 'react'
import { isImeKey } from '../../lib/ime-key.ts'
import { topModal } from '../../lib/modals.ts'
import { holdsCommandKey } from '../../lib/platform.ts'

/** Cmd+K or Ctrl+K, also while somebody types; in a dialog only the palette itself closes by them. */
export function usePaletteKeys(toggle: () => void) {
  const onKeys = useEffectEvent(toggle)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !holdsCommandKey(event)) return
      event.preventDefault() // the browser's own search
      const modal = topModal()
      const isElsewhere = modal && modal.dataset['panel'] === undefined && !modal.querySelector('[role="combobox"]')
      if (!event.repeat && !isImeKey(event) && !isElsewhere) onKeys()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
