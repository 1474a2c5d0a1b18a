import { setImmediate as nextTurn } from 'node:timers/promises'

const longestTurnMs = 10

/**
 * Begins work that takes long. The returned function lets other requests run if this work has been busy for 10 ms (E6.01).
 * Call it between two steps.
 */
export function longWork(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestTurnMs) return
    await nextTurn()
    since = performance.now()
  }
}
