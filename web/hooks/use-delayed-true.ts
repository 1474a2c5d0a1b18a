import { useEffect, useState } from 'react'

/** Returns whether the condition has been true without a break for this time. */
export function useDelayedTrue(condition: boolean, milliseconds: number) {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setElapsed(false)
    }
  }, [condition, milliseconds])
  return condition && elapsed
}
