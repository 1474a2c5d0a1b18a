import { useLayoutEffect, useRef } from 'react'

/** Returns access to the value of the last render. An event handler can also set it before the next render. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  const set = (next: Value) => {
    latest.current = next
  }
  useLayoutEffect(() => set(value))
  return { get: () => latest.current, set }
}
