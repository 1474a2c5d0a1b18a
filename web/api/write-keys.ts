import { isGateway, isUnreachable } from './errors.ts'
import { newKey } from './own-changes.ts'

type Write = { method: string; path: string; body?: unknown }

/** The writes that nobody has answered, with their keys: asking for the same write again means the same write. */
const unanswered = new Map<string, { key: string; noun: string }>()

const nounOf = (path: string) => path.split(/[/?]/u)[1] ?? ''

/**
 * Sends a write under a key, under which the server does it once.
 * @param own the key of a write that outlives the page
 */
export async function underKey(
  { method, path, body }: Write,
  own: string | undefined,
  send: (key: string) => Promise<Response>,
): Promise<Response> {
  const write = JSON.stringify([method, path, body])
  const noun = nounOf(path)
  const key = own ?? unanswered.get(write)?.key ?? newKey()
  // Another write of the same noun since then: the earlier one is done again if it is asked for again.
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
