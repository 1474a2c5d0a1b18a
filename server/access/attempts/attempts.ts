import { limits as constants } from '#contract/limits.ts'
import type { Database } from '#server/db/database.ts'
import { type AttemptLimit, attemptLimit } from '#server/db/attempt-limit.ts'
import { AppError } from '#server/errors.ts'
import { keyed } from '../keys/keys.ts'
import { mailLimits } from './mail-limits.ts'
import { networkOf } from './network.ts'
import { passwordTurns } from './password-turns.ts'

/** A signed-in member's identity check. Counted by account and session, because strangers can share the IP address. */
type Confirmation = { account: string; session: string }

type Guess = {
  /** The normalized email (`emailKey`). */
  account: string
  address: string
  /**
   * The rate-limit key of a known browser. Such a browser has its own count, so that strangers cannot lock the owner
   * out.
   */
  device?: string | undefined
}

type Count = { limit: AttemptLimit; of: string }

const day = 24 * 60 * 60 // seconds

/**
 * Returns the rate limits, which all servers share (D7.06). An attempt is counted before it runs, so that parallel
 * attempts cannot exceed a limit. After a successful guess, its counts are undone, except the count of password
 * comparisons.
 * @param key emails and addresses are stored only as HMACs with this key
 * @param refused called with the name of the limit that refused an attempt
 */
export function openAttempts(database: Database, key: Buffer, refused: (limit: string) => void) {
  const limits = {
    accountFromAddress: attemptLimit(database, 'login-account-address', 5, 15 * 60),
    account: attemptLimit(database, 'login-account', 10, 15 * 60),
    accountFromSession: attemptLimit(database, 'login-account-session', 5, 15 * 60),
    device: attemptLimit(database, 'login-device', 5, 15 * 60),
    compared: attemptLimit(database, 'login-compared', constants.passwordsCompared, 10 * 60),
    passwordChange: attemptLimit(database, 'password-change-account', constants.passwordChanges, 60 * 60),
    addressMinute: attemptLimit(database, 'login-address-minute', 30, 60),
    addressDay: attemptLimit(database, 'login-address-day', 300, day),
    passkeyMinute: attemptLimit(database, 'passkey-address-minute', 30, 60),
    passkeyDay: attemptLimit(database, 'passkey-address-day', 300, day),
    signUp: attemptLimit(database, 'sign-up-address', 300, 60 * 60), // a whole office can share one address
    newAccount: attemptLimit(database, 'new-account-address', 100, 60 * 60),
    acceptance: attemptLimit(database, 'acceptance-address', 300, 60 * 60),
    junkInvitation: attemptLimit(database, 'junk-invitation-address', 300, 60 * 60),
    webhookTest: attemptLimit(database, 'webhook-test-team', 60, 60 * 60),
    takenEmail: attemptLimit(database, 'provisioning-taken-team', 100, 60 * 60),
    junkCalendar: attemptLimit(database, 'junk-calendar-address', 300, 60 * 60),
    resetByAddress: attemptLimit(database, 'reset-address', 60, 60 * 60),
    newClient: attemptLimit(database, 'oauth-client-address', 300, 60 * 60), // a whole office can share one address
    newConsent: attemptLimit(database, 'oauth-request-address', 300, 60 * 60), // a whole office can share one address
    clientDocument: attemptLimit(database, 'oauth-document-address', 60, 60 * 60),
  }
  const hidden = (value: string) => keyed(key, value).toString('base64url')
  const from = (address: string) => hidden(networkOf(address))
  const at = (account: string, address: string) => hidden(`${account} ${networkOf(address)}`)

  const inTurn = passwordTurns()

  async function count(limit: AttemptLimit, of: string) {
    const wait = await limit.count(of)
    if (wait === 0) return
    refused(limit.name)
    throw new AppError('too_many_attempts', { retryAfter: wait })
  }

  const refund = (counted: Count[]) => Promise.all(counted.map(({ limit, of }) => limit.refund(of)))

  /**
   * Counts an attempt in one limit after another. If a limit refuses the attempt, undoes the earlier counts and returns
   * the seconds to wait. Otherwise returns 0.
   */
  async function countAll(counts: Count[]): Promise<number> {
    for (const [at, { limit, of }] of counts.entries()) {
      const wait = await limit.count(of)
      if (wait === 0) continue
      refused(limit.name)
      await refund(counts.slice(0, at + 1))
      return wait
    }
    return 0
  }

  /**
   * Returns the limits of a guess. A live session or known browser has no limit by address, so that strangers at the
   * same address cannot lock the owner out.
   */
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

  /**
   * Counts an attempt and runs it.
   * @param counted these counts are undone after a success
   * @param work these counts stay after a success
   */
  async function counting(counted: Count[], attempt: () => Promise<boolean>, work: Count[] = []): Promise<boolean> {
    const all = [...counted, ...work]
    const waits = await Promise.all(all.map(({ limit, of }) => limit.count(of)))
    const wait = Math.max(...waits)
    if (wait > 0) {
      for (const [at, { limit }] of all.entries()) if (waits[at]! > 0) refused(limit.name)
      await refund(all)
      throw new AppError('too_many_attempts', { retryAfter: wait })
    }
    const succeeded = await attempt().catch(async (error: unknown) => {
      await refund(all)
      throw error
    })
    if (succeeded) await refund(counted)
    return succeeded
  }

  /**
   * Returns the count that limits how many password comparisons logins cause. A login with the right password counts,
   * too. All known browsers of a member share one count, because a member can have many browsers.
   */
  function workOf(guess: Guess | Confirmation): Count[] {
    if ('session' in guess) return []
    return [
      { limit: limits.compared, of: hidden(guess.device === undefined ? guess.account : `known ${guess.account}`) },
    ]
  }

  return {
    /** @throws AppError too_many_attempts, busy */
    password(guess: Guess | Confirmation, attempt: () => Promise<boolean>): Promise<boolean> {
      const { account } = guess
      const isStranger = 'address' in guess && guess.device === undefined
      const network = isStranger ? networkOf(guess.address) : undefined
      return inTurn({ account, network, session: 'session' in guess ? guess.session : undefined }, () =>
        counting(limitsOf(guess), attempt, workOf(guess)),
      )
    },
    /**
     * Counts a passkey attempt by address only, because a passkey cannot be guessed. Passwords have separate limits, so
     * that strangers' wrong passwords do not block passkeys from the same address (E1.13). A known browser has its own
     * count (N2.06).
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
     * Counts an account that a sign-up creates, whether or not an email is sent. If `make` fails, the count is undone.
     * @throws AppError too_many_attempts, and what `make` throws
     */
    async newAccount<T>(address: string, make: () => Promise<T>): Promise<T> {
      const counted = { limit: limits.newAccount, of: from(address) }
      await count(counted.limit, counted.of)
      return make().catch(async (error: unknown) => {
        await refund([counted])
        throw error
      })
    },
    /** Counts an acceptance of a valid invitation. @throws AppError too_many_attempts */
    accept: (address: string) => count(limits.acceptance, from(address)),
    /**
     * Counts an acceptance of an unknown invitation, separately from valid invitations.
     * @throws AppError too_many_attempts
     */
    acceptJunk: (address: string) => count(limits.junkInvitation, from(address)),
    /** Counts a request for an unknown calendar URL. @throws AppError too_many_attempts */
    guessCalendar: (address: string) => count(limits.junkCalendar, from(address)),
    /** Counts a member's change of their own password, which takes as much work as a login. @throws AppError too_many_attempts */
    changePassword: (userId: string) => count(limits.passwordChange, hidden(userId)),
    /** Counts a test message to one of the team's webhooks. @throws AppError too_many_attempts */
    testWebhook: (teamId: string) => count(limits.webhookTest, hidden(teamId)),
    /**
     * Counts an email address that a team's directory sent although another account has it.
     * @throws AppError too_many_attempts
     */
    countTakenEmail: (teamId: string) => count(limits.takenEmail, hidden(teamId)),
    /** Counts a reset request from an unknown browser. @throws AppError too_many_attempts */
    askForReset: (address: string) => count(limits.resetByAddress, from(address)),
    /** Counts a program that registers itself. @throws AppError too_many_attempts */
    registerClient: (address: string) => count(limits.newClient, from(address)),
    /** Counts a program's request for a member's consent. @throws AppError too_many_attempts */
    askForConsent: (address: string) => count(limits.newConsent, from(address)),
    /** Counts a fetch of a program's description. @throws AppError too_many_attempts */
    fetchClient: (address: string) => count(limits.clientDocument, from(address)),
    ...mailLimits(database, {
      countAll,
      refund,
      refusal: (retryAfter) => new AppError('too_many_emails', { retryAfter }),
      refused,
      hidden,
      from,
      at,
    }),
    /**
     * Clears the counts of an account after a password reset, so that the member can sign in from the same address.
     */
    async forget(emailKey: string, address: string): Promise<void> {
      await limits.account.forget(hidden(emailKey))
      await limits.accountFromAddress.forget(at(emailKey, address))
      await limits.compared.forget(hidden(emailKey))
    },
  }
}
export type Attempts = ReturnType<typeof openAttempts>
