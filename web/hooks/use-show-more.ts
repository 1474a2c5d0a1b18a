import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusWithin } from '../platform/focus-within.ts'

/**
 * Shows the first `limit` items. `showAll` moves the focus to the first new row, because the pressed button disappears.
 */
export function useShowMore<Item, List extends HTMLElement = HTMLUListElement>(items: readonly Item[], limit: number) {
  const [all, setAll] = useState(false)
  const list = useRef<List>(null)
  const shown = all ? items : items.slice(0, limit)
  const showAll = () => {
    flushSync(() => setAll(true))
    focusWithin(list.current?.children[limit])
  }
  return { list, shown, hidden: items.length - shown.length, showAll }
}
