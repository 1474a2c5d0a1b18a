import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { focusWithin } from '../platform/focus-within.ts'
import { isImeKey } from '../platform/ime-key.ts'
import { useResize } from '../hooks/use-resize.ts'

type TabItem<Id extends string> = {
  id: Id
  title: string
  /** Null until the count is loaded. Its space is reserved, so that the next tabs do not move. */
  count?: number | null | undefined
  content: ReactNode
}

/**
 * For each key, a function that returns the index of the tab that the key selects. `index` is the current tab, `count`
 * the number of tabs (ARIA Authoring Practices, tabs).
 */
const ways: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * A row of tabs above the panel of the selected tab. If the row is too wide, it scrolls sideways. A panel that was
 * opened stays mounted, so that its half-filled forms survive a change of tabs.
 */
export function Tabs<Id extends string>(props: {
  label: string
  items: TabItem<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** Shown at the end of the row, or below the row if there is no room. */
  aside?: ReactNode
  /** Whether the panels are as wide as the content. Otherwise they have the width of a form. */
  wide?: boolean
}) {
  const { label, items, selected, onSelect, aside, wide = false } = props
  const prefix = useId()
  const [opened] = useState(() => new Set<Id>())
  opened.add(selected) // React may render twice, but the set only grows
  const row = useRef<HTMLDivElement>(null)
  const { fades, look } = useFades(row, items.length)
  // A count that loads later may widen its tab, or the window may become narrower. Either can hide the selected tab.
  useResize(row, () => scrollSelectedIntoView(row.current!), items.length)

  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key]
    if (!way || isImeKey(event)) return
    event.preventDefault()
    const next = way(
      items.findIndex(({ id }) => id === selected),
      items.length,
    )
    onSelect(items[next]!.id)
    focusWithin(row.current?.children[next])
  }

  return (
    <>
      <div className="lg:flex">
        <div
          ref={row}
          role="tablist"
          aria-label={label}
          onScroll={look}
          className={`${fades} -mx-4 flex min-w-0 grow items-end gap-6 overflow-x-auto px-4 [scrollbar-width:none] inset-shadow-[0_-1px] inset-shadow-rule md:mx-0 md:px-0`}
        >
          {items.map(({ id, title, count }) => (
            <button
              key={id}
              ref={id === selected ? showTab : undefined}
              type="button"
              role="tab"
              id={`${prefix}${id}`}
              aria-selected={id === selected}
              aria-controls={opened.has(id) ? `${prefix}${id}-panel` : undefined}
              tabIndex={id === selected ? 0 : -1}
              onClick={() => onSelect(id)}
              onKeyDown={onKeyDown}
              data-title={typeof count === 'number' ? `${title} ${count}` : title}
              className="tab"
            >
              {count === undefined ? (
                title
              ) : (
                <span className="flex items-baseline gap-2">
                  {title} <span className="min-w-[2ch] text-start t-12 text-text-3 tabular-nums">{count}</span>
                </span>
              )}
            </button>
          ))}
        </div>
        {aside && (
          <div className="max-lg:pt-3 lg:shrink-0 lg:pb-2 lg:pl-6 lg:inset-shadow-[0_-1px] lg:inset-shadow-rule">
            {aside}
          </div>
        )}
      </div>
      {items
        .filter(({ id }) => opened.has(id))
        .map(({ id, content }) => (
          <div
            key={id}
            role="tabpanel"
            id={`${prefix}${id}-panel`}
            aria-labelledby={`${prefix}${id}`}
            hidden={id !== selected}
            className={wide ? 'pt-5' : 'max-w-184 pt-6'}
          >
            {content}
          </div>
        ))}
    </>
  )
}

const showTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Scrolls the row only. `scrollIntoView` would also scroll the page to the tabs. */
function scrollSelectedIntoView(row: HTMLElement) {
  const tab = row.querySelector('[aria-selected=true]')?.getBoundingClientRect()
  const shown = row.getBoundingClientRect()
  if (!tab || (tab.left >= shown.left && tab.right <= shown.right)) return
  row.scrollLeft += tab.left + tab.width / 2 - (shown.left + shown.width / 2)
}

/**
 * Returns the classes that fade an end of the row if there are more tabs beyond this end.
 * @param count the number of tabs
 */
function useFades(row: RefObject<HTMLElement | null>, count: number) {
  const [fades, setFades] = useState('')
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = row.current!
    const [before, after] = [scrollLeft > 1, scrollWidth - clientWidth - scrollLeft > 1]
    setFades(before || after ? `fading ${before ? 'fade-start' : ''} ${after ? 'fade-end' : ''}` : '')
  }
  // Runs again when the number of tabs changes, because the row then has another width.
  useResize(row, look, count)
  return { fades, look }
}
