import { useCallback, useRef } from 'react'

/**
 * Moves the focus from a control that disappears to the one that replaces it. Call `handOver` with the change, and give
 * `ref` to each of the two.
 */
export function useFocusHandover() {
  const isAwaited = useRef(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || !isAwaited.current) return
    isAwaited.current = false
    element.focus()
  }, [])
  const handOver = (change: () => void) => {
    isAwaited.current = true
    change()
  }
  return { ref, handOver }
}
