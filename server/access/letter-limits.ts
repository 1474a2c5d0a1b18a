import { type AttemptLimit, attemptLimit } from '#server/db/attempt-limit.ts'
import type { Database } from '#server/db/database.ts'
import { mailboxOf } from './email-key.ts'
import type { LetterSender } from './letter-sender.ts'

/** A letter that a member causes. Each purpose has a budget of its own, so that one cannot use up another's. */
type Letter = { purpose: 'email-change' | 'invitation'; to: string } & LetterSender

/** A request for a reset. `account`: the key of its e-mail. `device`: the count of a browser that the account knows. */
type ResetRequest = { account: string; address: string; device?: string | undefined }

type Count = { limit: AttemptLimit; of: string }
type Counting = {
  /** Counts each in turn. If one refuses, takes back all of them and returns the seconds to wait; otherwise 0. */
  countAll: (counts: Count[]) => Promise<number>
  takeBack: (counts: Count[]) => Promise<unknown>
  refusal: (retryAfterSeconds: number) => Error
  /** Keyed hashes of a value, of an address, and of an account or mailbox at an address. */
  hidden: (value: string) => string
  from: (address: string) => string
  at: (account: string, address: string) => string
}

const hour = 60 * 60 // seconds
const day = 24 * hour
const resetLinkLife = 30 * 60 // seconds (D7.19)

/**
 * Limits of letters to people who may not have asked for them (E1.14). They count only letters that are sent: a refused or
 * failed request gives back what it counted. No limit that strangers can use up stops the first letter of a sender.
 */
export function letterLimits(database: Database, counting: Counting) {
  const { countAll, takeBack, refusal, hidden, from, at } = counting
  const limits = {
    toMailboxBySender: attemptLimit(database, 'letter-mailbox-sender', 10, day),
    firstToMailboxBySender: attemptLimit(database, 'letter-mailbox-first', 1, day),
    firstOfSender: attemptLimit(database, 'letter-sender-first', 1, hour),
    firstReset: attemptLimit(database, 'reset-first', 1, resetLinkLife),
    toMailbox: attemptLimit(database, 'letter-mailbox', 30, day),
    toMailboxFromAddress: attemptLimit(database, 'letter-mailbox-address', 10, day),
    toMailboxByNewcomers: attemptLimit(database, 'letter-mailbox-newcomers', 5, hour),
    byMember: attemptLimit(database, 'letter-member', 100, day),
    byNewcomersFromAddress: attemptLimit(database, 'letter-newcomers-address', 200, hour), // an office shares an address
    ofDeployment: attemptLimit(database, 'letter-deployment', 1_000, hour),
    // No window is longer than a link's life: a mailbox or account at its limit has a link that still works.
    signUpToMailboxFromAddress: attemptLimit(database, 'sign-up-letter-address', 5, day),
    signUpToMailbox: attemptLimit(database, 'sign-up-letter-mailbox', 15, day),
    signUpFromAddress: attemptLimit(database, 'sign-up-letter-sender', 100, hour), // an office shares an address
    resetOfAccountFromAddress: attemptLimit(database, 'reset-account-address', 3, resetLinkLife),
    resetOfAccount: attemptLimit(database, 'reset-account', 5, resetLinkLife),
    // An open sign-up lets strangers cause these. The product's own note tells of every newcomer.
    newcomersOfTeam: attemptLimit(database, 'newcomer-letter-team', 5, hour),
    resetFromDevice: attemptLimit(database, 'reset-device', 5, resetLinkLife),
  }

  /** Counts a first letter under its own key only; a later one against the deployment's limit, too. */
  async function countOfDeployment(first: Count, kind: string): Promise<{ wait: number; counted: Count[] }> {
    if ((await first.limit.count(first.of)) === 0) return { wait: 0, counted: [first] }
    const later = [{ limit: limits.ofDeployment, of: hidden(kind) }]
    return { wait: await countAll(later), counted: later }
  }

  /** @returns the seconds to wait, and what was counted if they are 0 */
  async function countAndDeployment(counts: Count[], first: Count, kind: string) {
    const wait = await countAll(counts)
    if (wait > 0) return { wait, counted: [] }
    const deployment = await countOfDeployment(first, kind)
    if (deployment.wait === 0) return { wait: 0, counted: [...counts, ...deployment.counted] }
    await takeBack(counts)
    return { wait: deployment.wait, counted: [] }
  }

  return {
    /**
     * Counts a letter that a member causes, and runs the work that makes it. A newcomer's letters share tight limits with
     * those of other newcomers. The first letter of any other sender to a mailbox in a day passes, whatever others sent.
     * Letters that tell an owner of a danger are not counted.
     * @throws AppError too_many_letters, and what `work` throws: then nothing is counted
     */
    async letter<T>({ purpose, to, by, sender, address, isNewcomer }: Letter, work: () => Promise<T>): Promise<T> {
      const name = `${purpose} ${mailboxOf(to)}`
      const mailbox = hidden(name)
      const pair = { limit: limits.firstToMailboxBySender, of: hidden(`${name} ${sender}`) }
      const isFirst = (await pair.limit.count(pair.of)) === 0
      const own = [
        { limit: limits.toMailboxBySender, of: pair.of },
        { limit: limits.byMember, of: hidden(by) },
      ]
      const shared = [
        { limit: limits.toMailboxFromAddress, of: at(name, address) },
        { limit: limits.toMailbox, of: mailbox },
      ]
      const ofNewcomers = [
        { limit: limits.toMailboxByNewcomers, of: mailbox },
        { limit: limits.byNewcomersFromAddress, of: from(address) },
      ]
      const { wait, counted } = await countAndDeployment(
        [...own, ...(isNewcomer || !isFirst ? shared : []), ...(isNewcomer ? ofNewcomers : [])],
        { limit: limits.firstOfSender, of: hidden(`${purpose} ${sender}`) },
        `${purpose} ${isNewcomer ? 'newcomers' : ''}`,
      )
      const giveBack = () => takeBack([...counted, ...(isFirst ? [pair] : [])])
      if (wait > 0) {
        await giveBack()
        throw refusal(wait)
      }
      return work().catch(async (error: unknown) => {
        await giveBack()
        throw error
      })
    },
    /**
     * Counts a letter that a sign-up causes, right before it is sent.
     * @returns false if the mailbox has enough of them: a link that lies there finishes this sign-up, too
     * @throws AppError too_many_letters: the address or the deployment has sent too many
     */
    async maySignUpLetter(to: string, address: string): Promise<boolean> {
      const mailbox = `sign-up ${mailboxOf(to)}`
      const toMailbox = [
        { limit: limits.signUpToMailboxFromAddress, of: at(mailbox, address) },
        { limit: limits.signUpToMailbox, of: hidden(mailbox) },
      ]
      if ((await countAll(toMailbox)) > 0) return false
      const { wait } = await countAndDeployment(
        [{ limit: limits.signUpFromAddress, of: from(address) }],
        { limit: limits.firstOfSender, of: from(address) },
        'sign-up',
      )
      if (wait === 0) return true
      await takeBack(toMailbox)
      throw refusal(wait)
    },
    /** Counts a letter to a team's administrators about a newcomer. @returns whether it may be sent */
    mayTellOfNewcomer: async (teamId: string): Promise<boolean> =>
      (await limits.newcomersOfTeam.count(hidden(teamId))) === 0,
    /**
     * Counts a letter with a reset link; the account's owner may not have asked for it. Must run only if there is such an
     * account: otherwise strangers could use up the deployment's letters with addresses that nobody has. A browser that
     * the account knows has its own count, so that strangers cannot use up the owner's.
     * @returns whether the link may be mailed
     */
    async mayMailReset({ account, address, device }: ResetRequest): Promise<boolean> {
      if (device !== undefined) return (await countAll([{ limit: limits.resetFromDevice, of: hidden(device) }])) === 0
      const counts = [
        { limit: limits.resetOfAccountFromAddress, of: at(account, address) },
        { limit: limits.resetOfAccount, of: hidden(account) },
      ]
      const first = { limit: limits.firstReset, of: hidden(account) }
      return (await countAndDeployment(counts, first, 'password-reset')).wait === 0
    },
  }
}
