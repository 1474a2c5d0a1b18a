import queueOf from 'p-limit'
import type { Database } from '#server/db/database.ts'
import { type AttemptLimit, attemptLimit } from '#server/db/attempt-limit.ts'
import { AppError } from '#server/errors.ts'
import { keyed } from './keys.ts'
import { letterLimits } from './letter-limits.ts'
import { networkOf } from './network.ts'

/** A member who confirms who they are: counted by account and session. Their address may be shared with strangers. */
type Confirmation = { account: string; session: string }

type Guess = {
  /** The e-mail's key. */
  account: string
  address: string
  /** Of a browser that the account knows: it has a count of its own there, so that strangers cannot lock its owner out. */
  device?: string | undefined
}

type Count = { limit: AttemptLimit; of: string }

/** Fewer than any limit: a right password counts until it has proved right, and must not use one up meanwhile. */
const atOnce = 4
const day = 24 * 60 * 60 // seconds
const waitingMost = 100 // about three seconds of work

/**
 * Guessing passwords is slowed down on all nodes together (D7.06). Each attempt is counted before it
 * is made, so that parallel ones cannot slip through, and a success is taken back: only failures count.
 * @param key e-mails and addresses are stored only as keyed hashes
 * @param refused is told which limit has refused something
 */
export function openAttempts(database: Database, key: Buffer, refused: (limit: string) => void) {
  const limits = {
    accountFromAddress: attemptLimit(database, 'login-account-address', 5, 15 * 60),
    account: attemptLimit(database, 'login-account', 10, 15 * 60),
    accountFromSession: attemptLimit(database, 'login-account-session', 5, 15 * 60),
    device: attemptLimit(database, 'login-device', 5, 15 * 60),
    addressMinute: attemptLimit(database, 'login-address-minute', 30, 60),
    addressDay: attemptLimit(database, 'login-address-day', 300, day),
    passkeyMinute: attemptLimit(database, 'passkey-address-minute', 30, 60),
    passkeyDay: attemptLimit(database, 'passkey-address-day', 300, day),
    signUp: attemptLimit(database, 'sign-up-address', 300, 60 * 60), // a whole office shares an address
    newAccount: attemptLimit(database, 'new-account-address', 100, 60 * 60),
    acceptance: attemptLimit(database, 'acceptance-address', 300, 60 * 60),
    junkInvitation: attemptLimit(database, 'junk-invitation-address', 300, 60 * 60),
    webhookTest: attemptLimit(database, 'webhook-test-team', 60, 60 * 60),
    junkCalendar: attemptLimit(database, 'junk-calendar-address', 300, 60 * 60),
    resetByAddress: attemptLimit(database, 'reset-address', 60, 60 * 60),
  }
  const hidden = (value: string) => keyed(key, value).toString('base64url')
  const from = (address: string) => hidden(networkOf(address))
  const at = (account: string, address: string) => hidden(`${account} ${networkOf(address)}`)

  const queue = queueOf(atOnce)

  async function count(limit: AttemptLimit, of: string) {
    const wait = await limit.count(of)
    if (wait === 0) return
    refused(limit.name)
    throw new AppError('too_many_attempts', { retryAfter: wait })
  }

  const takeBackAll = (counted: Count[]) => Promise.all(counted.map(({ limit, of }) => limit.takeBack(of)))

  /** Counts each in turn. If one refuses, takes back all of them and returns the seconds to wait; otherwise 0. */
  async function countAll(counts: Count[]): Promise<number> {
    for (const [at, { limit, of }] of counts.entries()) {
      const wait = await limit.count(of)
      if (wait === 0) continue
      refused(limit.name)
      await takeBackAll(counts.slice(0, at + 1))
      return wait
    }
    return 0
  }

  /** No limit by address counts for a live session or a known browser: strangers at the same address must not lock it. */
  function limitsOf(guess: Guess | Confirmation) {
    const ofAccount = { limit: limits.account, of: hidden(guess.account) }
    if ('session' in guess)
      return [{ limit: limits.accountFromSession, of: hidden(`${guess.account} ${guess.session}`) }, ofAccount]
    const { account, address, device } = guess
    if (device !== undefined) return [{ limit: limits.device, of: hidden(device) }]
    return [{ limit: limits.accountFromAddress, of: at(account, address) }, ofAccount, ...byAddress(address)]
  }

  const byAddress = (address: string) => [
    { limit: limits.addressMinute, of: from(address) },
    { limit: limits.addressDay, of: from(address) },
  ]

  async function counting(counted: Count[], attempt: () => Promise<boolean>): Promise<boolean> {
    const waits = await Promise.all(counted.map(({ limit, of }) => limit.count(of)))
    const wait = Math.max(...waits)
    const takeBack = () => takeBackAll(counted)
    if (wait > 0) {
      for (const [at, { limit }] of counted.entries()) if (waits[at]! > 0) refused(limit.name)
      await takeBack()
      throw new AppError('too_many_attempts', { retryAfter: wait })
    }
    const succeeded = await attempt().catch(async (error: unknown) => {
      await takeBack()
      throw error
    })
    if (succeeded) await takeBack()
    return succeeded
  }

  return {
    /** @throws AppError too_many_attempts, busy */
    async password(guess: Guess | Confirmation, attempt: () => Promise<boolean>): Promise<boolean> {
      if (queue.pendingCount >= waitingMost) throw new AppError('busy', { retryAfter: 3 })
      return queue(() => counting(limitsOf(guess), attempt))
    },
    /**
     * Nobody guesses one: it is counted by address alone, and apart from passwords, so that wrong passwords of strangers at the
     * same address lock nobody out (E1.13). A browser that the account knows has a count of its own there, too (N2.06).
     * @throws AppError too_many_attempts
     */
    passkey: ({ address, device }: Omit<Guess, 'account'>, attempt: () => Promise<boolean>) =>
      counting(
        device === undefined
          ? [
              { limit: limits.passkeyMinute, of: from(address) },
              { limit: limits.passkeyDay, of: from(address) },
            ]
          : [{ limit: limits.device, of: hidden(device) }],
        attempt,
      ),
    /** @throws AppError too_many_attempts */
    signUp: (address: string) => count(limits.signUp, from(address)),
    /**
     * Counts an account that a sign-up makes, whether or not a letter goes out. If `make` fails, nothing is counted.
     * @throws AppError too_many_attempts, and what `make` throws
     */
    async newAccount<T>(address: string, make: () => Promise<T>): Promise<T> {
      const counted = { limit: limits.newAccount, of: from(address) }
      await count(counted.limit, counted.of)
      return make().catch(async (error: unknown) => {
        await takeBackAll([counted])
        throw error
      })
    },
    /** With an invitation that stands. @throws AppError too_many_attempts */
    accept: (address: string) => count(limits.acceptance, from(address)),
    /** With one that never was: it takes nothing from who has one. @throws AppError too_many_attempts */
    acceptJunk: (address: string) => count(limits.junkInvitation, from(address)),
    /** With an address of a calendar that is nobody's. @throws AppError too_many_attempts */
    guessCalendar: (address: string) => count(limits.junkCalendar, from(address)),
    /** Sends a test message to one of a team's webhooks. @throws AppError too_many_attempts */
    testWebhook: (teamId: string) => count(limits.webhookTest, hidden(teamId)),
    /** Not for a browser that the account knows. @throws AppError too_many_attempts */
    askForReset: (address: string) => count(limits.resetByAddress, from(address)),
    ...letterLimits(database, {
      countAll,
      takeBack: takeBackAll,
      refusal: (retryAfter) => new AppError('too_many_letters', { retryAfter }),
      hidden,
      from,
      at,
    }),
    /** After a password reset the member gets in again, from where they reset it. */
    async forget(emailKey: string, address: string): Promise<void> {
      await limits.account.forget(hidden(emailKey))
      await limits.accountFromAddress.forget(at(emailKey, address))
    },
  }
}
export type Attempts = ReturnType<typeof openAttempts>
