import { useCallback, useRef } from 'react'
import type { Insight } from '#contract/insights.ts'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { usePanel } from '../../ui/use-panel.ts'

/**
 * Opens and closes the panel of an insight. On close, the focus returns to the edit button that opened the panel,
 * otherwise to the floating button.
 */
export function useWriting() {
  const opener = useRef<Element>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = usePanel<{ existing: Insight | undefined }>(() => {
    const back = opener.current?.isConnected ? opener.current : button.current
    if (back instanceof HTMLElement) back.focus()
  })
  const { open } = panel
  /** Must be stable, because memoized rows receive it. */
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
 * Returns the present state of an insight, or undefined if it was deleted. Returns `opened` if `read` need not contain
 * the insight.
 * @param opened the insight as it was when the edit began
 * @param read the insights from `since` to `until`; undefined if they could not be loaded
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
