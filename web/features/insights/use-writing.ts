import { useContext, useEffect, useRef, useState } from 'react'
import type { Insight } from '#contract/insights.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { PanelPlace, slideOut } from '../../ui/panel.tsx'

/** Opens and closes the panel; the focus goes back to where an insight was chosen, otherwise to the floating button. */
export function useWriting() {
  const [writing, setWriting] = useState<{ existing: Insight | undefined }>()
  const opener = useRef<Element>(null)
  const button = useRef<HTMLButtonElement>(null)
  const place = useContext(PanelPlace)
  const before = useRef(false)
  useEffect(() => {
    if (before.current && !writing) {
      const back = opener.current?.isConnected ? opener.current : button.current
      if (back instanceof HTMLElement) back.focus()
    }
    before.current = writing !== undefined
  }, [writing])
  const write = (existing?: Insight) => {
    opener.current = existing ? document.activeElement : null
    setWriting({ existing })
  }
  useShortcuts({ n: writing ? undefined : () => write() })
  return { writing, write, close: () => void slideOut(place).then(() => setWriting(undefined)), button }
}
