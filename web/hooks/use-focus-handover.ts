import { useCallback, useRef } from 'react'

/**
 * Moves the focus from a disappearing control to the one that replaces it. Call `handOver` together with the change,
 * and pass `ref` to both controls.
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
