import { setImmediate as nextTurn } from 'node:timers/promises'

const longestTurnMs = 10

/**
 * Starts a long computation. The returned function lets other requests run after every 10 ms of work (E6.01). Must be
 * called between two steps.
 */
export function longWork(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestTurnMs) return
    await nextTurn()
    since = performance.now()
  }
}
