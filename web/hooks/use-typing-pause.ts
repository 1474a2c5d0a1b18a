import { useEffect, useState } from 'react'

/** The length of a typing pause after which the focus may move. */
const pauseMs = 1_000

let lastKeyAt = -Infinity // milliseconds, as `performance.now()`
window.addEventListener('keydown', () => (lastKeyAt = performance.now()), { capture: true })

const restMs = () => lastKeyAt + pauseMs - performance.now()

/** Returns whether there was a pause in typing since the component mounted. */
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
