import { PassThrough } from 'node:stream'

/** More windows than anybody looks at: beyond them the member's oldest stream ends. */
const mostOfOne = 20
/** The text that may wait for a reader: about 1,000 events. */
const waitingMost = 64 * 1024 // bytes

const waiting = (stream: PassThrough) => stream.readableLength + stream.writableLength

/** Writes to a stream. Ends it if its reader does not read: the text must not gather in memory. */
export function say(stream: PassThrough, text: string): void {
  if (stream.writableEnded || stream.destroyed) return
  if (waiting(stream) + text.length > waitingMost) stream.destroy()
  else stream.write(text)
}

/** Tells the reader why the stream ends. A reader that does not read is not waited for. */
function endFor(stream: PassThrough, reason: string): void {
  if (waiting(stream) > 0) stream.destroy()
  else stream.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
}

/** The streams of this process. */
export function openStreams() {
  /** By member, the oldest first. */
  const open = new Map<string, Set<PassThrough>>()

  return {
    add(userId: string): PassThrough {
      const stream = new PassThrough()
      const own = open.get(userId) ?? new Set()
      open.set(userId, own.add(stream))
      const [oldest] = own
      if (oldest && own.size > mostOfOne) {
        own.delete(oldest) // at once: a stream that nobody reads might never close
        endFor(oldest, 'too_many_streams')
      }
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
