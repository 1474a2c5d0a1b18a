import { useEffect, useState } from 'react'

/** After a pause of this length, the member has probably finished typing. The page may then move the focus. */
const pauseMs = 1_000

let lastKeyAt = -Infinity // in milliseconds, from `performance.now()`
window.addEventListener('keydown', () => (lastKeyAt = performance.now()), { capture: true })

const restMs = () => lastKeyAt + pauseMs - performance.now()

/** Returns whether the member has paused typing at least once since the component mounted. */
export function useTypingPause(): boolean {
  const [isPaused, setIsPaused] = useState(() => restMs() <= 0)
  useEffect(() => {
    if (isPaused) return
    let timer: number | undefined
    const look = () => {
      if (restMs() <= 0) setIsPaused(true)
      else timer = window.setTimeout(look, restMs())
    }
    look()
    return () => window.clearTimeout(timer)
  }, [isPaused])
  return isPaused
}
