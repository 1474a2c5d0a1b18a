import { useLayoutEffect, useRef } from 'react'

/** Holds the value of the last rendering, until an event sets the next one: it may not wait to be drawn. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  const set = (next: Value) => {
    latest.current = next
  }
  useLayoutEffect(() => set(value))
  return { get: () => latest.current, set }
}
