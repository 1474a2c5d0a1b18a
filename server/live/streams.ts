import { PassThrough } from 'node:stream'

/** The most streams of a member. One more stream closes the oldest. */
const mostOfOne = 20
/** The most text that may wait for a client: about 1,000 events. */
const waitingMost = 64 * 1024 // bytes

const waiting = (stream: PassThrough) => stream.readableLength + stream.writableLength

/** Writes to a stream. Destroys it if its client does not read, so that memory use stays bounded. */
export function writeToStream(stream: PassThrough, text: string): void {
  if (stream.writableEnded || stream.destroyed) return
  if (waiting(stream) + text.length > waitingMost) stream.destroy()
  else stream.write(text)
}

/**
 * Sends the reason and closes the stream. Destroys the stream at once if the client does not read. Before the response
 * has begun, nobody reads yet: destroying the stream would then answer with a server error, so it is only closed.
 */
function endFor(stream: PassThrough, reason: string): void {
  const hasBegun = stream.readableFlowing !== null
  if (hasBegun && waiting(stream) > 0) stream.destroy()
  else stream.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
}

export function openStreams() {
  /** Keyed by member; each set is sorted by age, oldest first. */
  const open = new Map<string, Set<PassThrough>>()

  return {
    add(userId: string): PassThrough {
      const stream = new PassThrough()
      const own = open.get(userId) ?? new Set()
      open.set(userId, own.add(stream))
      const [oldest] = own
      if (oldest && own.size > mostOfOne) {
        own.delete(oldest) // at once, because a stream that is not read might never close
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
