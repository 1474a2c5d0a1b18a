import { useEffect, useRef, useState } from 'react'

/** The first items of a list, until all are asked for: then the first of the others takes the focus, as what was pressed is gone. */
export function useCut<Item>(items: readonly Item[], most: number) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (all) list.current?.children[most]?.querySelector<HTMLElement>('button, input')?.focus()
  }, [all, most])
  const shown = all ? items : items.slice(0, most)
  return { list, shown, hidden: items.length - shown.length, showAll: () => setAll(true) }
}
