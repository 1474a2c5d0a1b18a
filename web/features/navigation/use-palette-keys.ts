import { isImeKey } from '../../platform/ime-key.ts'
import { topModal } from '../../platform/modals.ts'
import { holdsCommandKey } from '../../platform/keyboard-names.ts'
import { useWindowEvent } from '../../hooks/use-subscription.ts'

/**
 * Opens and closes the palette by Cmd+K or Ctrl+K, even while the member types. In dialogs other than the palette and
 * panels, the keys have no effect.
 */
export function usePaletteKeys(toggle: () => void) {
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !holdsCommandKey(event)) return
    event.preventDefault() // keeps the browser from focusing its own search
    const { panel, palette } = topModal()?.dataset ?? { panel: '' }
    const isElsewhere = panel === undefined && palette === undefined
    if (!event.repeat && !isImeKey(event) && !isElsewhere) toggle()
  })
}
