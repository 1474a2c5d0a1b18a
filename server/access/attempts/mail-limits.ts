import { type AttemptLimit, attemptLimit } from '#server/db/attempt-limit.ts'
import type { Database } from '#server/db/database.ts'
import { hasTag, mailboxOf } from '../email-address/email-key.ts'
import type { MailSender } from './mail-sender.ts'

/** An email that a member triggers. Each purpose has its own limits, so that one cannot use up another's. */
type Mail = { purpose: 'email-change' | 'invitation'; to: string } & MailSender

/**
 * A request for a password reset. `account`: the account's email key. `device`: the rate-limit key of a known browser.
 */
type ResetRequest = { account: string; address: string; device?: string | undefined }

/** The cause of a notice: the event (`mailKinds`), its team, and whether the recipient has proven the address. */
type NoticeCause = { kind: string; team: string; isProven: boolean }

type Count = { limit: AttemptLimit; of: string }
type Counting = {
  /**
   * Counts an email in one limit after another. If a limit refuses the email, undoes the earlier counts and returns the
   * seconds to wait. Otherwise returns 0.
   */
  countAll: (counts: Count[]) => Promise<number>
  refund: (counts: Count[]) => Promise<unknown>
  refusal: (retryAfterSeconds: number) => Error
  refused: (limit: string) => void
  /**
   * These three functions return keyed hashes: `hidden` of a value, `from` of a network address, `at` of an account or
   * mailbox together with a network address.
   */
  hidden: (value: string) => string
  from: (address: string) => string
  at: (account: string, address: string) => string
}

const hour = 60 * 60 // seconds
const day = 24 * hour
const resetLinkLife = 30 * 60 // seconds (D7.19)

/**
 * Returns the limits for emails that people can cause (E1.14). A refused request gives its counts back. A sender's
 * first email does not count in the deployment's limit, so strangers cannot block this email by using up the limit.
 */
export function mailLimits(database: Database, counting: Counting) {
  const { countAll, refund, refusal, refused, hidden, from, at } = counting
  const limits = {
    toMailboxBySender: attemptLimit(database, 'email-mailbox-sender', 10, day),
    firstToMailboxBySender: attemptLimit(database, 'email-mailbox-first', 1, day),
    firstOfSender: attemptLimit(database, 'email-sender-first', 1, hour),
    firstReset: attemptLimit(database, 'reset-first', 1, resetLinkLife),
    toMailbox: attemptLimit(database, 'email-mailbox', 30, day),
    toMailboxFromAddress: attemptLimit(database, 'email-mailbox-address', 10, day),
    toMailboxByNewcomers: attemptLimit(database, 'email-mailbox-newcomers', 5, hour),
    byMember: attemptLimit(database, 'email-member', 100, day),
    // a whole office can share one address
    byNewcomersFromAddress: attemptLimit(database, 'email-newcomers-address', 200, hour),
    ofDeployment: attemptLimit(database, 'email-deployment', 1_000, hour),
    // The window must not exceed the lifetime of a link: a mailbox at its limit then still has a working link.
    signUpToMailboxFromAddress: attemptLimit(database, 'sign-up-email-address', 5, day),
    signUpToMailbox: attemptLimit(database, 'sign-up-email-mailbox', 15, day),
    // a whole office can share one address
    signUpFromAddress: attemptLimit(database, 'sign-up-email-sender', 100, hour),
    resetOfAccountFromAddress: attemptLimit(database, 'reset-account-address', 3, resetLinkLife),
    resetOfAccount: attemptLimit(database, 'reset-account', 5, resetLinkLife),
    // Limited because strangers can cause these emails by an open sign-up. The in-app notification is always shown.
    newcomersOfTeam: attemptLimit(database, 'newcomer-email-team', 5, hour),
    resetFromKnown: attemptLimit(database, 'reset-known', 5, resetLinkLife),
    noticeOfTeam: attemptLimit(database, 'notice-team-mailbox', 20, hour),
    noticeUnproven: attemptLimit(database, 'notice-unproven-mailbox', 10, day),
  }

  /** Counts a sender's first email by the limit `first`, and later emails by the limit of the deployment. */
  async function countOfDeployment(first: Count, kind: string): Promise<{ wait: number; counted: Count[] }> {
    if ((await first.limit.count(first.of)) === 0) return { wait: 0, counted: [first] }
    const later = [{ limit: limits.ofDeployment, of: hidden(kind) }]
    return { wait: await countAll(later), counted: later }
  }

  /** @returns the seconds to wait; if 0, also the counts that were made */
  async function countAndDeployment(counts: Count[], first: Count, kind: string) {
    const wait = await countAll(counts)
    if (wait > 0) return { wait, counted: [] }
    const deployment = await countOfDeployment(first, kind)
    if (deployment.wait === 0) return { wait: 0, counted: [...counts, ...deployment.counted] }
    await refund(counts)
    return { wait: deployment.wait, counted: [] }
  }

  async function take({ limit, of }: Count) {
    const taken = await limit.take(of)
    if (taken === 'refused') refused(limit.name)
    return taken
  }

  return {
    /**
     * Counts an email that a member triggers, then runs the work that creates it. Newcomers also share stricter limits.
     * For other senders, the limits that all senders to a mailbox share leave out the first email of each day. Security
     * warnings to an owner are not counted here.
     * @throws AppError too_many_emails, and what `work` throws; then no count remains
     */
    async mail<T>({ purpose, to, by, sender, address, isNewcomer }: Mail, work: () => Promise<T>): Promise<T> {
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
      const giveBack = () => refund([...counted, ...(isFirst ? [pair] : [])])
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
     * Counts a sign-up email. Must be called right before it is sent.
     * @returns false if the mailbox has reached its limit; an earlier link there also completes this sign-up
     * @throws AppError too_many_emails if the network address or the deployment has reached its limit
     */
    async maySignUpMail(to: string, address: string): Promise<boolean> {
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
      await refund(toMailbox)
      throw refusal(wait)
    },
    /** Counts an email to a team's administrators about a new member. */
    mayAlertOfNewcomer: (teamId: string) => take({ limit: limits.newcomersOfTeam, of: hidden(teamId) }),
    /**
     * Counts an email that another person's action causes. Each team has its own count of each kind of email to a
     * proven mailbox: otherwise strangers could use up the limit and suppress a team's notices. An unproven address may
     * be a stranger's, so all teams and kinds share its count. All tagged addresses (`name+tag@`) of an unproven
     * mailbox share one count, because anybody can make up any number of tags. The untagged address has its own count,
     * which strangers with tags cannot use up.
     */
    mayNotify: (to: string, { kind, team, isProven }: NoticeCause) =>
      take(
        isProven
          ? { limit: limits.noticeOfTeam, of: hidden(`${kind} ${team} ${mailboxOf(to)}`) }
          : { limit: limits.noticeUnproven, of: hidden(`${mailboxOf(to)}${hasTag(to) ? ' tagged' : ''}`) },
      ),
    /**
     * Counts a password-reset email. Must run only if the account exists: otherwise strangers could use up the
     * deployment's limit with made-up addresses. The browsers that the account knows have a separate count, so that
     * strangers cannot use it up. All known browsers share this separate count, because a member can have many
     * browsers.
     * @returns whether the link may be mailed
     */
    async mayMailReset({ account, address, device }: ResetRequest): Promise<boolean> {
      if (device !== undefined) return (await countAll([{ limit: limits.resetFromKnown, of: hidden(account) }])) === 0
      const counts = [
        { limit: limits.resetOfAccountFromAddress, of: at(account, address) },
        { limit: limits.resetOfAccount, of: hidden(account) },
      ]
      const first = { limit: limits.firstReset, of: hidden(account) }
      return (await countAndDeployment(counts, first, 'password-reset')).wait === 0
    },
  }
}
