import { isImeKey } from '../../lib/ime-key.ts'
import { topModal } from '../../lib/modals.ts'
import { holdsCommandKey } from '../../lib/platform.ts'
import { useWindowEvent } from '../../lib/use-subscription.ts'

/** Cmd+K or Ctrl+K, also while somebody types; in a dialog only the palette itself closes by them. */
export function usePaletteKeys(toggle: () => void) {
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !holdsCommandKey(event)) return
    event.preventDefault() // the browser's own search
    const { panel, palette } = topModal()?.dataset ?? { panel: '' }
    const isElsewhere = panel === undefined && palette === undefined
    if (!event.repeat && !isImeKey(event) && !isElsewhere) toggle()
  })
}
