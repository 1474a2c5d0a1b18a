import { useEffect, useEffectEvent } from 'react'
import { holdsCommandKey } from '../../lib/platform.ts'

/** Cmd+K or Ctrl+K, also while somebody types; in a dialog only the palette itself closes by them. */
export function usePaletteKeys(toggle: () => void) {
  const onKeys = useEffectEvent(toggle)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !holdsCommandKey(event)) return
      event.preventDefault() // the browser's own search
      const dialog = document.querySelector('dialog[open]')
      if (!event.repeat && !event.isComposing && (!dialog || dialog.querySelector('[role="combobox"]'))) onKeys()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
