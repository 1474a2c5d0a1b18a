import { type RefObject, useEffect } from 'react'

/**
 * Sets `--keyboard` to the height of an on-screen keyboard that covers the page. Safari needs this because it does not
 * support `interactive-widget` (E5.07).
 */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { visualViewport: seen } = window
    const { current } = element
    if (!seen || !current) return
    const measure = () => {
      // Ignores a zoomed page, because zooming makes the visual viewport smaller as well.
      const height = seen.scale > 1 ? 0 : Math.max(0, window.innerHeight - seen.height - seen.offsetTop)
      current.style.setProperty('--keyboard', `${height}px`)
    }
    measure()
    seen.addEventListener('resize', measure)
    seen.addEventListener('scroll', measure)
    return () => {
      seen.removeEventListener('resize', measure)
      seen.removeEventListener('scroll', measure)
    }
  }, [element])
}
