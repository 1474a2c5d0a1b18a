const minuteMs = 60_000
const keysMost = 1_000

/**
 * Limits the log lines that strangers can cause. The returned function writes at most `most` lines a minute for each
 * key, then one line with the number of suppressed lines. Beyond `keysMost` keys, all new keys share one count.
 */
export function boundLines(most: number) {
  const minutes = new Map<string, { written: number; heldBack: number; write: Write }>()
  return function bound(wanted: string, write: Write): void {
    const key = minutes.has(wanted) || minutes.size < keysMost ? wanted : ''
    const minute = minutes.get(key)
    if (minute === undefined) {
      const begun = { written: 1, heldBack: 0, write }
      minutes.set(key, begun)
      const end = () => {
        minutes.delete(key)
        if (begun.heldBack > 0) bound(key, () => begun.write(begun.heldBack))
      }
      setTimeout(end, minuteMs).unref()
      write()
    } else if (minute.written < most) {
      minute.written++
      write()
    } else {
      minute.heldBack++
      minute.write = write
    }
  }
}

/** @param count the number of suppressed lines that this line summarizes; omitted: none */
type Write = (count?: number) => void
