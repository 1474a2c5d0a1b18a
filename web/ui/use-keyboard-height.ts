import { type RefObject, useEffect } from 'react'

/**
 * Sets `--keyboard` of the element to the height that a keyboard on the screen takes away, if the browser lays the keyboard
 * over the page: Safari does, and does not know `interactive-widget` (E5.07).
 */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { visualViewport: seen } = window
    const { current } = element
    if (!seen || !current) return
    const measure = () => {
      // A page that is zoomed in is smaller, too.
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
