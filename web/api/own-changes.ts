import { lastEventHeader } from '#contract/event-names.ts'

/** Returns a random key. Unlike `crypto.randomUUID`, it also works without https. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Identifies this page to the server, so that the page recognizes its own changes in the stream of events. */
export const ownClient = newKey()

const mostIds = 10

/**
 * The ids of the last event before each response. Undefined after the first event stream has begun, or if a response
 * had no id.
 */
let ids: Set<string> | undefined = new Set()

export function noteLastEvent(headers: Headers) {
  const id = headers.get(lastEventHeader)
  if (id === null) ids = undefined
  else if (ids && ids.size < mostIds) ids.add(id)
}

/** Returns `since` for the first event stream: the ids after which the stream starts. Undefined if they are unknown. */
export function lastEventsOfAnswers(): string | undefined {
  const known = [...(ids ?? [])]
  ids = undefined
  return known.length > 0 ? known.join(',') : undefined
}

/**
 * The time after a failed request in which the server may still perform the write. The server's own time limit is
 * shorter.
 */
const uncertainMs = 60_000

let pending = 0
let answeredAt = -Infinity
let uncertainUntil = -Infinity

export async function ownWrite<T>(write: () => Promise<T>): Promise<T> {
  pending += 1
  try {
    const answer = await write()
    answeredAt = performance.now()
    return answer
  } catch (error) {
    uncertainUntil = performance.now() + uncertainMs
    throw error
  } finally {
    pending -= 1
  }
}

/**
 * Returns the state of this page's writes.
 * - `isWriting`: a write has no response yet.
 * - `answeredAt`: data fetched after this time includes every change of this page. Undefined while an unanswered write
 *   can still happen.
 */
export const ownWrites = () => ({
  isWriting: pending > 0,
  answeredAt: performance.now() < uncertainUntil ? undefined : answeredAt,
})
