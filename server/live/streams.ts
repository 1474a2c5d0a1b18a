import { PassThrough } from 'node:stream'

/** More windows than anybody looks at: beyond them the member's oldest stream ends. */
const mostOfOne = 20

/** The streams of this process. */
export function openStreams() {
  /** By member, the oldest first. */
  const open = new Map<string, Set<PassThrough>>()

  return {
    add(userId: string): PassThrough {
      const stream = new PassThrough()
      const own = open.get(userId) ?? new Set()
      const [oldest] = own
      if (oldest && own.size >= mostOfOne) oldest.end()
      open.set(userId, own.add(stream))
      stream.once('close', () => {
        own.delete(stream)
        if (own.size === 0 && open.get(userId) === own) open.delete(userId)
      })
      return stream
    },
    endAll() {
      for (const own of open.values()) for (const stream of own) stream.end()
    },
  }
}
