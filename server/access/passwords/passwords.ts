import { hash, type Options, verify } from '@node-rs/argon2'
import limit, { type LimitFunction } from 'p-limit'
import { normalisedPassword } from '#contract/normalised-password.ts'
import { AppError } from '#server/errors.ts'
import { begunSoon } from '#server/load/begun-soon.ts'

/** The library's defaults for Argon2id. One hash takes 53 ms and 64 MiB; running two at once bounds the memory. */
const parameters: Options = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const current = '$argon2id$v=19$m=65536,t=3,p=1$'
const atOnce = 2
const waitingMost = 100 // about three seconds of work

const queue = limit(atOnce)
/** New passwords have a queue of their own, so that many sign-ups do not delay logins. */
const newPasswords = limit(1)

function queued<T>(line: LimitFunction, work: () => Promise<T>): Promise<T> {
  if (line.pendingCount >= waitingMost) throw new AppError('busy', { retryAfter: 3 })
  return begunSoon(line<[], T>, work)
}

const hashNow = (password: string) => hash(normalisedPassword(password), parameters)

/** @throws AppError busy */
export const hashPassword = async (password: string): Promise<string> =>
  queued(newPasswords, () => queue(() => hashNow(password)))

/** Hashes a login's password with current parameters, without waiting for new passwords. @throws AppError busy */
export const renewHash = async (password: string): Promise<string> => queued(queue, () => hashNow(password))

/**
 * The hash that is compared if the account does not exist, so that the response takes as long as for a wrong password.
 */
export const dummyHash =
  '$argon2id$v=19$m=65536,t=3,p=1$Da8gggEXn8czd7lP2pZD0w$k5llMFtvfPQ77od1cFQ97rV1CX6ybhoJCqS4pWuNvbo'

/** `isOutdated`: the password matches, but its hash should be replaced. */
type Comparison = { matches: boolean; isOutdated: boolean }

/**
 * Compares a password, normalized to NFKC, with a hash. Older hashes were made from the raw text, so the raw text is
 * compared as well (E1.05). The comparison takes as long for an unknown account as for a wrong password.
 * @param stored undefined if there is no such account
 * @throws AppError busy
 */
export function comparePassword(stored: string | undefined, password: string): Promise<Comparison> {
  const normalised = normalisedPassword(password)
  const hashed = stored ?? dummyHash
  return queued(queue, async () => {
    const matches = await verify(hashed, normalised)
    const matchesRaw = !matches && normalised !== password && (await verify(hashed, password))
    const isRight = stored !== undefined && (matches || matchesRaw)
    return { matches: isRight, isOutdated: isRight && (matchesRaw || !hashed.startsWith(current)) }
  })
}
