import { randomUUID } from 'node:crypto'
import type { ExistingAccount } from '#contract/email-proof.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import type { KnownDevice } from '#server/access/attempts/known-device.ts'
import { type Db, seeingEveryTeam, withEveryTeamTransaction } from '#server/db/database.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { isEmailTaken, selectLogin } from '#server/db/accounts/logins.ts'
import { withdrawLinks, withdrawMailsTo } from '#server/access/email-links/operations.ts'
import { alertReleasedAddress } from '#server/access/security-alerts/operations.ts'
import { removeEveryLogin } from '#server/features/sign-in/passwords/operations.ts'
import { lockAddress, replaceEmail } from '#server/access/email-address/operations.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { selectIsUntouched, selectUnproven, updateClaimed, updateShut } from './sql.ts'

type Member = { teamId: string; userId: string }
/** An account that lost its address, and emails to send after the commit. */
export type Released = { member: Member; mails: Message[] }

/**
 * Takes the address from an account, so that the address can no longer be used to log in or to reset the password. Must
 * run in the caller's transaction.
 */
export async function clearAddress(db: Db, member: Member, now: Date): Promise<void> {
  // The name is random, so that no stranger can have signed up with this address. RFC 2606 reserves the domain.
  const email = `${randomUUID()}@none.invalid`
  await replaceEmail(db, member, await lockAddress(db, member), { email, emailKey: email, provenAt: null, now })
}

/**
 * Gives an account that never proved its address to the owner of the address. Ends every other way to sign in, and
 * marks the address as proven. Must run in the caller's transaction.
 */
export async function claimAddress(services: Services, db: Db, member: Member): Promise<void> {
  // Nobody can have signed in before: the company's directory made the account without a way to sign in (N17.05).
  if (await selectIsUntouched(db, member)) return proveOwnAddress(db, member, services.now())
  await removeEveryLogin(services, db, member)
  await proveOwnAddress(db, member, services.now())
  await updateClaimed(db, member, services.now())
}

export { selectIsUntouched as isUntouched, updateClaimed as noteClaim } from './sql.ts'

/** Returns the account that has the address and never proved it; undefined if there is none. */
export async function findUnproven(
  db: Db,
  email: string,
): Promise<{ member: Member; name: string; about: ExistingAccount } | undefined> {
  const member = await selectLogin(db, emailKey(email))
  const found = member && (await selectUnproven(db, member))
  if (!found) return undefined
  const { name, team, last_used, is_kept } = found
  return { member, name, about: { team, last_used, is_kept } }
}

export const isUnproven = ({ database }: Services, email: string): Promise<boolean> =>
  withEveryTeamTransaction(database, async (db) => (await findUnproven(db, email)) !== undefined)

/** Returns true if this browser has been signed in to the account. */
export const isKnownIn = (device: KnownDevice | undefined, { teamId, userId }: Member): boolean =>
  device?.accounts.some((known) => known.teamId === teamId && known.userId === userId) === true

/** Proves the address that an account has already. Must run in the caller's transaction. */
export async function proveOwnAddress(db: Db, member: Member, now: Date): Promise<void> {
  const { email, email_key: key } = await lockAddress(db, member)
  await replaceEmail(db, member, { email_key: key }, { email, emailKey: key, provenAt: now, now })
}

/** Proves an address if it is the unproven one of the account. Must run in the caller's transaction. */
export async function proveIfOwn(db: Db, member: Member, email: string, now: Date): Promise<void> {
  const before = await lockAddress(db, member)
  if (before.email_proven_at === null && before.email_key === emailKey(email)) await proveOwnAddress(db, member, now)
}

/**
 * Runs work that gives an account an address. If another account has the address and never proved it, makes that
 * account unusable, takes the address from it, emails the address about this, and runs the work again.
 * Two kinds of accounts keep the address. The only administrator of a team with other members keeps it, because the
 * team would otherwise have no administrator. A member of the directory keeps it, because the directory could not
 * deactivate a second account of the same person.
 * The work, the release of the address, and the second run use three transactions. The first one fails by the unique
 * index, which also finds an account that signs up at the same moment. The release locks only the other account: a
 * transaction that locked both accounts could deadlock with one that does the same in the other direction. If the
 * second run fails, the address stays free, because it is not the other account's.
 * @param work calls `prove` with the address once its caller has shown that the address is theirs
 */
export async function forProvenOwner<T>(
  services: Services,
  work: (prove: (email: string) => void) => Promise<T>,
): Promise<T> {
  let proven: string | undefined
  const run = () => work((email) => (proven = email))
  try {
    return await run()
  } catch (error) {
    if (!isEmailTaken(error) || proven === undefined || !(await releaseAddress(services, proven))) throw error
    return run()
  }
}

/** Takes the address from its account. @returns false if the account has proven the address, or must keep it */
async function releaseAddress(services: Services, email: string): Promise<boolean> {
  const { database, now } = services
  const released = await withEveryTeamTransaction(database, async (db) => {
    const member = await selectLogin(db, emailKey(email))
    if (!member) return 'free'
    await lockAccount(db, member)
    const { email_key } = await lockAddress(db, member)
    if (email_key !== emailKey(email)) return 'free'
    const unproven = await selectUnproven(db, member)
    if (!unproven || unproven.is_kept) return 'kept'
    const mails = await alertReleasedAddress(services, db, member, 'addressReleased')
    await removeEveryLogin(services, db, member)
    await clearAddress(db, member, now())
    await updateShut(db, member)
    return { member, mails }
  })
  // Announces this now, not after the work: even if the work fails, the account has lost the address.
  if (typeof released === 'object') announceReleased(services, released)
  return released !== 'kept'
}

/**
 * Takes an address from an account that never proved it, for a person who joins another team. The account may belong to
 * an honest person, so it stays usable: its sessions continue, and it can get a new address. Must run in the caller's
 * transaction, which sees every team.
 * @param more.mayTake whether the address may be taken from this account
 * @returns undefined if nobody has the address, or its account keeps it
 */
export async function releaseInUse(
  services: Services,
  db: Db,
  email: string,
  more: { mail: 'addressToDirectory' | 'addressToOwner'; mayTake: (member: Member) => Promise<boolean> },
): Promise<Released | undefined> {
  const member = await selectLogin(db, emailKey(email))
  if (!member || !(await more.mayTake(member))) return undefined
  await lockAccount(db, member)
  const { email: unprovenEmail, email_key, email_proven_at } = await lockAddress(db, member)
  if (email_key !== emailKey(email) || email_proven_at !== null) return undefined
  const mails = await alertReleasedAddress(services, db, member, more.mail)
  await withdrawLinks(db, member, 'email-proof')
  // Withdraws the links in earlier emails to the address: "It was not me" would otherwise take the address back.
  await withdrawMailsTo(db, { ...member, email: unprovenEmail }, new Date(0))
  await clearAddress(db, member, services.now())
  return { member, mails }
}

/**
 * Takes an unproven address from an account of another team, for a member whom the company's directory names (N17.05).
 * Must run in the transaction that gives the member the address: if that fails, the account keeps the address.
 * @returns undefined if nobody else has the address, or its account has proven it or belongs to this team
 */
export function releaseToDirectory(
  services: Services,
  db: Db,
  team: Pick<Member, 'teamId'>,
  email: string,
): Promise<Released | undefined> {
  const mayTake = async (member: Member) => member.teamId !== team.teamId
  return seeingEveryTeam(db, team, () => releaseInUse(services, db, email, { mail: 'addressToDirectory', mayTake }))
}

/** Logs that an account lost its address, and sends the emails. Must run after the commit. */
export function announceReleased(services: Services, { member, mails }: Released): void {
  services.logEvent('address_disowned', member)
  for (const mail of mails) services.sendMail(mail)
}
