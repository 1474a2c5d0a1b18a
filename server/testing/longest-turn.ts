/**
 * Measures the longest turn of the event loop in CPU time of this thread, so that other programs do not count.
 * @returns `stop`, which returns milliseconds
 */
export function watchTurns(): { stop: () => number } {
  let longest = 0
  let isOn = true
  let before = process.threadCpuUsage()
  const turn = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, now.user + now.system - before.user - before.system)
    before = now
    if (isOn) setTimeout(turn, 1)
  }
  setTimeout(turn, 1)
  return {
    stop: () => {
      turn()
      isOn = false
      return longest / 1_000
    },
  }
}
