import { hash, type Options, verify } from '@node-rs/argon2'
import limit from 'p-limit'
import { AppError } from '#server/errors.ts'

/** Argon2id, the library's default. Measured at 53 ms a hash; 64 MiB each, so two at once bound the memory. */
const parameters: Options = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const current = '$argon2id$v=19$m=65536,t=3,p=1$'
const atOnce = 2
const waitingMost = 100 // about three seconds of work

const queue = limit(atOnce)

function queued<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= waitingMost) throw new AppError('busy', { retryAfter: 3 })
  return queue(work)
}

/** @throws AppError busy */
export const hashPassword = async (password: string): Promise<string> => queued(() => hash(password, parameters))

/** Of a password that nobody knows: somebody without an account waits as long for their "no" as somebody with one. */
export const nobodysHash =
  '$argon2id$v=19$m=65536,t=3,p=1$Da8gggEXn8czd7lP2pZD0w$k5llMFtvfPQ77od1cFQ97rV1CX6ybhoJCqS4pWuNvbo'

/**
 * @param stored undefined where there is no such account
 * @throws AppError busy
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await queued(() => verify(stored ?? nobodysHash, password))
  return matches && stored !== undefined
}

/** Whether the parameters have risen since it was made. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(current)
