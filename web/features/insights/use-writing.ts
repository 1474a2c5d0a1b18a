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

/**
 * Returns an insight as it is now, or undefined if it was deleted.
 * @param opened the insight as it was when somebody began to change it
 * @param read the insights of the days, if they could be read
 */
export function currentInsight(
  opened: Insight,
  read: readonly Insight[] | undefined,
  { since, until }: { since: string; until: string },
): Insight | undefined {
  const now = read?.find(({ id }) => id === opened.id)
  const day = opened.created_at.slice(0, 'YYYY-MM-DD'.length)
  const isExpected = read !== undefined && since <= day && day <= until
  return now ?? (isExpected ? undefined : opened)
}
