import { type RefObject, startTransition, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from './when-idle.ts'

/** Of a screen, above its rows. */
const head = 160 // pixels
/** What a window shows at most, of rows or of cards that are not lower. */
const inWindow = () => Math.ceil((window.innerHeight - head) / (window.innerWidth < 821 ? 160 : 100))
const sooner = 2 // of a long list that somebody waits for, painted before the others are drawn
const atOnce = 10 // the page answers between some and the next
const whileIdle = 20 // nobody waits, and the browser has a frame for each

/** Of the browser: to search the page, to select all of it, or to go to its end. */
const isForWhole = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  ['F3', 'End'].includes(key) || ((ctrlKey || metaKey) && ['a', 'f', 'arrowdown'].includes(key.toLowerCase()))

/**
 * How many rows of a long list are drawn: what the window shows, and more as somebody comes near their end; all where one of
 * them is looked for, and in what time the browser has left over: its menus and screen readers search what is there.
 * @param of.isAwaited they come from the server, while the page shows that it loads
 * @param of.isWhole somebody looks for one, wherever it stands
 * @param of.calmAfter milliseconds without more of them before time is taken for the rest
 * @param of.end what stands after the rows
 */
export function useDrawn(
  total: number,
  {
    isAwaited,
    isWhole,
    calmAfter,
    end,
  }: { isAwaited: boolean; isWhole: boolean; calmAfter: number; end: RefObject<Element | null> },
): number {
  const [first, setFirst] = useState(inWindow)
  const [isCalm, setCalm] = useState(false)
  const isBegun = useDeferredValue(true, !isAwaited)
  const drawn = isWhole ? Infinity : isBegun || total <= first ? first : sooner
  const areAllDrawn = drawn >= total
  const drawMore = useEffectEvent((more: number) =>
    startTransition(() => setFirst((now) => Math.max(now, first + more))),
  )
  const stayWhole = useEffectEvent(() => startTransition(() => setFirst(Infinity)))
  const drawAll = useEffectEvent(() => flushSync(() => setFirst(Infinity)))

  useEffect(() => {
    if (isWhole) stayWhole()
  }, [isWhole])
  useEffect(() => {
    if (areAllDrawn) return
    const unless = new AbortController()
    if (isCalm) void whenIdle().then(() => unless.signal.aborted || drawMore(whileIdle))
    const timer = setTimeout(() => setCalm(true), calmAfter)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && drawMore(atOnce),
      { rootMargin: '0px 0px 100% 0px' },
    )
    observer.observe(end.current!)
    return () => {
      unless.abort()
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [areAllDrawn, calmAfter, drawn, end, isCalm])
  useEffect(() => {
    if (areAllDrawn) return
    const unless = new AbortController()
    window.addEventListener('keydown', (event) => isForWhole(event) && drawAll(), unless)
    window.addEventListener('beforeprint', () => drawAll(), unless)
    return () => unless.abort()
  }, [areAllDrawn])
  return drawn
}
