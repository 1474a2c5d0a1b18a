import { useCallback, useRef } from 'react'
import type { Insight } from '#contract/insights.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { usePanel } from '../../ui/use-panel.ts'

/** Opens and closes the panel; the focus goes back to where an insight was chosen, otherwise to the floating button. */
export function useWriting() {
  const opener = useRef<Element>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = usePanel<{ existing: Insight | undefined }>(() => {
    const back = opener.current?.isConnected ? opener.current : button.current
    if (back instanceof HTMLElement) back.focus()
  })
  const { open } = panel
  /** The same function each time. */
  const write = useCallback(
    (existing?: Insight) => {
      opener.current = existing ? document.activeElement : null
      open({ existing })
    },
    [open],
  )
  useShortcuts({ n: panel.opened ? undefined : () => write() })
  return { writing: panel.opened, write, close: panel.close, button }
}
