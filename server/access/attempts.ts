import queueOf from 'p-limit'
import type { Database } from '#server/db/database.ts'
import { attemptLimit } from '#server/db/attempt-limit.ts'
import { AppError } from '#server/errors.ts'
import { mailboxOf } from './email-key.ts'
import { keyed } from './keys.ts'

/** Each has a budget of its own, so that one cannot use up another's. */
type LetterPurpose = 'sign-up' | 'email-change' | 'invitation'

type Letter = { purpose: LetterPurpose; to: string; by?: string; from?: string }
/** A member who confirms who they are: counted by account and session. Their address may be shared with strangers. */
type Confirmation = { account: string; session: string }

type Guess = {
  /** The e-mail's key. */
  account: string
  address: string
  /** Of a browser that the account knows: it has a count of its own there, so that strangers cannot lock its owner out. */
  device?: string | undefined
}

/** Fewer than any limit: a right password counts until it has proved right, and must not use one up meanwhile. */
const atOnce = 4
const day = 24 * 60 * 60 // seconds
const resetLinkLife = 30 * 60 // seconds (D7.19)
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
    signUp: attemptLimit(database, 'sign-up-address', 300, 60 * 60), // a whole office shares an address
    acceptance: attemptLimit(database, 'acceptance-address', 300, 60 * 60),
    junkInvitation: attemptLimit(database, 'junk-invitation-address', 300, 60 * 60),
    webhookTest: attemptLimit(database, 'webhook-test-team', 60, 60 * 60),
    junkCalendar: attemptLimit(database, 'junk-calendar-address', 300, 60 * 60),
    resetByAddress: attemptLimit(database, 'reset-address', 60, 60 * 60),
    letterToMailbox: attemptLimit(database, 'letter-mailbox', 10, day),
    signUpLetterFromAddress: attemptLimit(database, 'sign-up-letter-address', 10, day),
    signUpLetterToMailbox: attemptLimit(database, 'sign-up-letter-mailbox', 30, 60 * 60),
    letterByMember: attemptLimit(database, 'letter-member', 100, day),
    letterOfDeployment: attemptLimit(database, 'letter-deployment', 1_000, 60 * 60),
    // The window is the lifetime of a mailed link: an account at its limit has a link in its mailbox that still works.
    resetOfAccountFromAddress: attemptLimit(database, 'reset-account-address', 3, resetLinkLife),
    resetOfAccount: attemptLimit(database, 'reset-account', 5, resetLinkLife),
    resetFromDevice: attemptLimit(database, 'reset-device', 5, resetLinkLife),
  }
  const hidden = (value: string) => keyed(key, value).toString('base64url')

  const queue = queueOf(atOnce)

  async function count(
    limit: ReturnType<typeof attemptLimit>,
    of: string,
    code: 'too_many_attempts' | 'too_many_letters' = 'too_many_attempts',
  ) {
    const wait = await limit.count(hidden(of))
    if (wait === 0) return
    refused(limit.name)
    throw new AppError(code, { retryAfter: wait })
  }

  /** No limit by address counts for a live session or a known browser: strangers at the same address must not lock it. */
  function limitsOf(guess: Guess | Confirmation) {
    const ofAccount = { limit: limits.account, of: hidden(guess.account) }
    if ('session' in guess)
      return [{ limit: limits.accountFromSession, of: hidden(`${guess.account} ${guess.session}`) }, ofAccount]
    const { account, address, device } = guess
    if (device !== undefined) return [{ limit: limits.device, of: hidden(device) }]
    return [{ limit: limits.accountFromAddress, of: hidden(`${account} ${address}`) }, ofAccount, ...byAddress(address)]
  }

  const byAddress = (address: string) => [
    { limit: limits.addressMinute, of: hidden(address) },
    { limit: limits.addressDay, of: hidden(address) },
  ]

  async function counting(
    counted: { limit: ReturnType<typeof attemptLimit>; of: string }[],
    attempt: () => Promise<boolean>,
  ): Promise<boolean> {
    const waits = await Promise.all(counted.map(({ limit, of }) => limit.count(of)))
    const wait = Math.max(...waits)
    const takeBack = () => Promise.all(counted.map(({ limit, of }) => limit.takeBack(of)))
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
    /** Nobody guesses one: it is counted by address alone, so that nobody locks an owner out. @throws AppError too_many_attempts */
    passkey: (address: string, attempt: () => Promise<boolean>) => counting(byAddress(address), attempt),
    /** @throws AppError too_many_attempts */
    signUp: (address: string) => count(limits.signUp, address),
    /** With an invitation that stands. @throws AppError too_many_attempts */
    accept: (address: string) => count(limits.acceptance, address),
    /** With one that never was: it takes nothing from who has one. @throws AppError too_many_attempts */
    acceptJunk: (address: string) => count(limits.junkInvitation, address),
    /** With an address of a calendar that is nobody's. @throws AppError too_many_attempts */
    guessCalendar: (address: string) => count(limits.junkCalendar, address),
    /** Sends a test message to one of a team's webhooks. @throws AppError too_many_attempts */
    testWebhook: (teamId: string) => count(limits.webhookTest, teamId),
    /** @throws AppError too_many_attempts */
    askForReset: (address: string) => count(limits.resetByAddress, address),
    /**
     * Before anything goes out to somebody who may not have asked for it: it is counted for their mailbox, for the member
     * who causes it and for the deployment. What tells the owner of an account of a danger is not counted.
     * @param letter.by the member's id; absent: a visitor
     * @param letter.from a visitor's address. It counts for itself, so that a stranger cannot use up the owner's letters
     * @throws AppError too_many_letters
     */
    async letter({ purpose, to, by, from }: Letter): Promise<void> {
      const mailbox = `${purpose} ${mailboxOf(to)}`
      if (from === undefined) await count(limits.letterToMailbox, mailbox, 'too_many_letters')
      else {
        await count(limits.signUpLetterFromAddress, `${mailbox} ${from}`, 'too_many_letters')
        await count(limits.signUpLetterToMailbox, mailbox, 'too_many_letters')
      }
      if (by !== undefined) await count(limits.letterByMember, by, 'too_many_letters')
      await count(limits.letterOfDeployment, purpose, 'too_many_letters')
    },
    /**
     * Counts a request for a reset link; the account's owner may not have made it. A browser that the account knows has
     * its own count, so that strangers cannot use up the owner's.
     * @returns whether the link may be mailed
     */
    async mayMailReset({ account, address, device }: Guess): Promise<boolean> {
      const counted =
        device === undefined
          ? [
              { limit: limits.resetOfAccountFromAddress, of: `${account} ${address}` },
              { limit: limits.resetOfAccount, of: account },
              { limit: limits.letterOfDeployment, of: 'password-reset' },
            ]
          : [{ limit: limits.resetFromDevice, of: device }]
      for (const { limit, of } of counted)
        if ((await limit.count(hidden(of))) > 0) {
          refused(limit.name)
          return false
        }
      return true
    },
    /** After a password reset the member gets in again, from where they reset it. */
    async forget(emailKey: string, address: string): Promise<void> {
      await limits.account.forget(hidden(emailKey))
      await limits.accountFromAddress.forget(hidden(`${emailKey} ${address}`))
    },
  }
}
export type Attempts = ReturnType<typeof openAttempts>
