import { useEffect, useState } from 'react'

/** Whether the condition has held without a break for so long. */
export function useTrueFor(condition: boolean, milliseconds: number) {
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
