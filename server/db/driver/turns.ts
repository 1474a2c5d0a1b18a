import type { Writer } from '#server/access/scope.ts'
import { fairTurns } from '#server/load/turns.ts'

/** The most waiting writes of one session, token or service. A browser sends only a few writes at once. */
const waitingMost = 39
/** Less than the minute after which the server closes a connection that gets no response. */
const longestWaitMs = 10_000
const never = new AbortController().signal

type Queue = { run: ReturnType<typeof fairTurns>; length: number }

const queues = new Map<string, Queue>()

/**
 * Runs the writes of each member one after the other. If each write waited for the account's lock with its own
 * connection, one member's writes could take every connection from the other members. The member's sessions, tokens and
 * services take turns: otherwise the many writes of a thief would keep the owner from ending the stolen session.
 * @throws AppError busy
 */
export async function runInTurnOf<T>(
  { teamId, userId, by, id }: Pick<Writer, 'teamId' | 'userId' | 'by' | 'id'>,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${teamId} ${userId}`
  const queue = queues.get(key) ?? { run: fairTurns({ atOnce: 1, waitingMost, longestWaitMs }), length: 0 }
  queues.set(key, queue)
  queue.length += 1
  try {
    return await queue.run({ teamId, userId: `${by} ${id}` }, never, work)
  } finally {
    queue.length -= 1
    if (queue.length === 0) queues.delete(key)
  }
}
