import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `onResize` when an element is shown, and when it or one of its children changes its size. The first call comes
 * before the browser paints, so that the layout does not shift visibly.
 * @param key if the key changes, the present children are observed
 */
export function useResize(element: RefObject<HTMLElement | null>, onResize: () => void, key: unknown) {
  const look = useEffectEvent(onResize)
  useLayoutEffect(() => {
    look()
    // React clears the ref of a removed element before it disconnects the observer.
    const observer = new ResizeObserver(() => element.current && look())
    for (const part of [element.current!, ...element.current!.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [element, key])
}
