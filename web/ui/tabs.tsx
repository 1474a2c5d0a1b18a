import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { isImeKey } from '../lib/ime-key.ts'

type TabItem<Id extends string> = { id: Id; title: string; count?: number | undefined; content: ReactNode }

/** Where an arrow leads, from `index` among `count` (ARIA Authoring Practices, tabs). */
const ways: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * A row of tabs above the panel of the chosen one; the row scrolls sideways where it is too narrow. A panel that was
 * open once stays mounted, so that a half-filled form survives a look at another tab.
 */
export function Tabs<Id extends string>(props: {
  label: string
  items: TabItem<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** At the end of the row; below it where there is less room. */
  aside?: ReactNode
  /** Panels as wide as the content instead of the width of a form. */
  wide?: boolean
}) {
  const { label, items, selected, onSelect, aside, wide = false } = props
  const prefix = useId()
  const isOpened = useOpened(selected)
  const row = useRef<HTMLDivElement>(null)
  const { fades, look } = useFades(row, items.length)
  useEffect(() => {
    row.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [selected])

  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key]
    if (!way || isImeKey(event)) return
    event.preventDefault()
    const next = way(
      items.findIndex(({ id }) => id === selected),
      items.length,
    )
    onSelect(items[next]!.id)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
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
              type="button"
              role="tab"
              id={`${prefix}${id}`}
              aria-selected={id === selected}
              aria-controls={isOpened(id) ? `${prefix}${id}-panel` : undefined}
              tabIndex={id === selected ? 0 : -1}
              onClick={() => onSelect(id)}
              onKeyDown={onKeyDown}
              data-title={count === undefined ? title : `${title} ${count}`}
              className="tab"
            >
              {count === undefined ? (
                title
              ) : (
                <span className="flex items-baseline gap-2">
                  {title} <span className="t-12 text-text-3 tabular-nums">{count}</span>
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
        .filter(({ id }) => isOpened(id))
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

/** Tells what has been selected so far: it stays as it was left. */
function useOpened<Id>(selected: Id) {
  const opened = useRef(new Set<Id>())
  useEffect(() => void opened.current.add(selected), [selected])
  // A set that only grows, and by what is shown already: the next render finds it as it has to be.
  return (id: Id) => id === selected || opened.current.has(id)
}

/** Fades the row at each end beyond which there is more of it. @param count of its tabs */
function useFades(row: RefObject<HTMLElement | null>, count: number) {
  const [fades, setFades] = useState('')
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = row.current!
    const [before, after] = [scrollLeft > 1, scrollWidth - clientWidth - scrollLeft > 1]
    setFades(before || after ? `fading ${before ? 'fade-start' : ''} ${after ? 'fade-end' : ''}` : '')
  }
  const onResize = useEffectEvent(look)
  useEffect(() => {
    const observer = new ResizeObserver(onResize)
    // A tab is wider with its count.
    for (const part of [row.current!, ...row.current!.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [row, count])
  return { fades, look }
}
