import { AppError } from '#server/errors.ts'

/** Less than the minute after which the server closes a connection that gets no response. */
const longestWaitMs = 10_000

/**
 * Runs work in a queue, and gives up if the work has not begun after ten seconds: the response then says when to retry.
 * @param queue calls the function at its turn. Must limit how many wait, because work that was given up stays in the
 * queue until its turn
 * @throws AppError busy, and what `queue` and `work` throw
 */
export async function begunSoon<T>(queue: (begin: () => Promise<T>) => Promise<T>, work: () => Promise<T>): Promise<T> {
  const busy = new AppError('busy', { retryAfter: 3 })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(busy), longestWaitMs)
  let isLate = false
  late.promise.catch(() => (isLate = true))
  const begin = () => {
    clearTimeout(timer)
    return isLate ? Promise.reject(busy) : work()
  }
  try {
    return await Promise.race([late.promise, queue(begin)])
  } finally {
    clearTimeout(timer)
  }
}
