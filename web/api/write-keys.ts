import { isGateway, isUnreachable } from './errors.ts'
import { newKey } from './own-changes.ts'

type Write = { method: string; path: string; body?: unknown }

/** The writes whose outcome is unknown, with their idempotency keys. Repeating such a write reuses its key. */
const unanswered = new Map<string, { key: string; noun: string }>()

const nounOf = (path: string) => path.split(/[/?]/u)[1] ?? ''

/**
 * Sends a write with an idempotency key, so that the server performs it once.
 * @param own the key of a write that outlives the page
 */
export async function sendWithKey(
  { method, path, body }: Write,
  own: string | undefined,
  send: (key: string) => Promise<Response>,
): Promise<Response> {
  const write = JSON.stringify([method, path, body])
  const noun = nounOf(path)
  const key = own ?? unanswered.get(write)?.key ?? newKey()
  // After a different write to the same resource, a repetition of the earlier write is a new write.
  if (!unanswered.delete(write))
    for (const [other, known] of unanswered) if (known.noun === noun) unanswered.delete(other)
  try {
    const response = await send(key)
    const isStillRunning = response.status === 409 && response.headers.has('retry-after')
    if (isGateway(response.status) || isStillRunning) unanswered.set(write, { key, noun })
    return response
  } catch (error) {
    if (isUnreachable(error)) unanswered.set(write, { key, noun })
    throw error
  }
}
