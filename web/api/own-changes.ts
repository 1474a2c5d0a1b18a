import { lastEventHeader } from '#contract/event-names.ts'

/** A name for one thing of this page. Unlike `crypto.randomUUID`, it works without https, too. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** This page for the server, which then says which changes are its own. */
export const ownClient = newKey()

const mostIds = 10

/** The ids of the last change before each answer, until the first stream of events begins; undefined if one is unknown. */
let ids: Set<string> | undefined = new Set()

export function noteLastEvent(headers: Headers) {
  const id = headers.get(lastEventHeader)
  if (id === null) ids = undefined
  else if (ids && ids.size < mostIds) ids.add(id)
}

/** Returns the ids that the first stream begins after, for `since`; undefined if an answer has named none. */
export function lastEventsOfAnswers(): string | undefined {
  const known = [...(ids ?? [])]
  ids = undefined
  return known.length > 0 ? known.join(',') : undefined
}

/** A write that nobody has answered may still happen for this long. The server gives up earlier. */
const uncertainMs = 60_000

let pending = 0
let answeredAt = -Infinity
let uncertainUntil = -Infinity

/** Keeps count of a write of this page. */
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
 * The writes of this page.
 *
 * - `isWriting`: one is not answered yet.
 * - `answeredAt`: what is read after this moment has every change of the page. Undefined while an unanswered write may
 *   still happen.
 */
export const ownWrites = () => ({
  isWriting: pending > 0,
  answeredAt: performance.now() < uncertainUntil ? undefined : answeredAt,
})
