import type { Writer } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'

/** The most writes of one member that wait or run. A browser sends a few at once; only a program sends more. */
const writesMost = 40

type Queue = { last: Promise<unknown>; length: number }

const queues = new Map<string, Queue>()

/**
 * Runs the writes of each member one after the other. They wait for one another's locks anyway. If each waited with its
 * own connection, one member's writes could take every connection from the other members.
 * @throws AppError busy
 */
export async function inTurnOf<T>(
  { teamId, userId }: Pick<Writer, 'teamId' | 'userId'>,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${teamId} ${userId}`
  const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
  if (queue.length >= writesMost) throw new AppError('busy', { retryAfter: 1 })
  queues.set(key, queue)
  queue.length += 1
  const mine = queue.last.then(work)
  queue.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    queue.length -= 1
    if (queue.length === 0) queues.delete(key)
  }
}
