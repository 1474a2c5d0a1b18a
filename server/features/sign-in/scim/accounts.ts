import { emailKey } from '#server/access/email-address/email-key.ts'
import { type Db, isUniqueViolation } from '#server/db/database.ts'
import { AppError, ScimFailure } from '#server/errors.ts'
import { withdrawLinks, withdrawUnprovenMails } from '#server/access/email-links/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import { addProvisioned } from '#server/features/sign-in/registration/operations.ts'
import { emailOf, joinedName, nameInEmail, namesFrom } from '#server/features/sign-in/provider-sign-in/operations.ts'
import {
  announceReleased,
  isUntouched,
  type Released,
  releaseToDirectory,
} from '#server/features/sign-in/unproven-addresses/operations.ts'
import { translateTakenEmail, replaceEmail } from '#server/access/email-address/operations.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import type { UserChange } from './changes.ts'
import { formattedName } from './resource.ts'
import * as scim from './sql.ts'

type Member = { teamId: string; userId: string }
type Names = { first_name: string; family_name: string; preferred_name: string }

/**
 * Returns the address of a member: the one among `emails`, or else `userName`. A changed `userName` changes the address
 * only if both were equal.
 * @throws ScimFailure invalidValue: a member needs an address
 */
export function emailFor({ email, userName }: UserChange, before?: scim.Row): string {
  if (email !== undefined) return email
  if (before && (userName === undefined || emailKey(before.user_name) !== before.email_key)) return before.email
  const named = emailOf(userName) ?? before?.email
  if (named === undefined) throw new ScimFailure('invalidValue', 'emails')
  return named
}

/**
 * Returns whether the directory changes the whole name without its parts. A whole name that equals our own response
 * changes nothing.
 */
const isRenamed = ({ formatted, givenName, familyName }: UserChange, before: scim.Row): boolean =>
  Boolean(formatted) && !givenName && !familyName && formatted !== formattedName(before)

/**
 * Returns the names of an account: the family name and the given name if the directory sends both, or else the parts of
 * the whole name.
 */
function namesOf(change: UserChange, email: string, before?: scim.Row): Names {
  if (before && isRenamed(change, before)) {
    const { preferred_name: whole, ...parted } = namesFrom(change.formatted!)
    return { ...parted, preferred_name: change.displayName ?? whole }
  }
  const given = change.givenName || before?.first_name || ''
  const family = change.familyName || before?.family_name || ''
  const whole = change.displayName || change.formatted || joinedName(given, family) || nameInEmail(email)
  const { preferred_name: preferred, ...parted } =
    given && family
      ? { first_name: given, family_name: family, preferred_name: before?.preferred_name ?? '' }
      : namesFrom(whole)
  // Stores no preferred name that equals the default: it would not change together with the other names.
  const isDefault = change.displayName === `${parted.family_name} ${parted.first_name}`
  return { ...parted, preferred_name: isDefault ? '' : (change.displayName ?? preferred) }
}

/**
 * Returns whether a new user is the person whom the directory deleted before. If not, the address now belongs to
 * another person.
 */
export const isSamePerson = (before: { external_id: string | null }, { externalId }: UserChange): boolean =>
  before.external_id === null || externalId === null || before.external_id === externalId

/**
 * Returns whether the member is or was an administrator. The directory can end the administrator right. Afterwards, the
 * directory must not be able to change the address: the new address's owner could sign in at the company's provider,
 * and become an administrator again.
 */
export const isOfAdministrator = (member: Pick<scim.Row, 'is_admin' | 'administrator_until'>): boolean =>
  member.is_admin || member.administrator_until !== null

/**
 * Turns unique violations of `work` into errors. If another account has the address, runs `work` again. The second run
 * takes the address from an account of another team that never proved it: a stranger's sign-up must not block the
 * directory (E1.16). Counts taken addresses, because the response reveals that somebody on this server has the address.
 * @param work must call `take` with the address before it stores the address, in the same transaction
 * @throws AppError email_taken, too_many_attempts; ScimFailure uniqueness
 */
export async function translateConflicts<T>(
  services: Services,
  teamId: string,
  work: (take: (db: Db, email: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const isTakenEmail = (error: unknown) => error instanceof AppError && error.code === 'email_taken'
  let released: Released | undefined
  const take = async (db: Db, email: string) => {
    released = await releaseToDirectory(services, db, { teamId }, email)
  }
  try {
    return await translateTakenEmail(() => work(async () => undefined)).catch(async (error: unknown) => {
      if (!isTakenEmail(error)) throw error
      await services.attempts.countTakenEmail(teamId)
      const done = await translateTakenEmail(() => work(take))
      if (released) announceReleased(services, released)
      return done
    })
  } catch (error) {
    throw isUniqueViolation(error, 'provisioned_users_name') ? new ScimFailure('uniqueness', 'userName') : error
  }
}

/**
 * Checks that no other member has this `userName`. The address of a member without a `userName` counts as one, too.
 * @throws ScimFailure uniqueness
 */
async function requireFreeName(db: Db, member: Member, userName: string): Promise<void> {
  if (await scim.selectIsUserNameTaken(db, member, emailKey(userName))) throw new ScimFailure('uniqueness', 'userName')
}

/**
 * Adds a member. Must run in the caller's transaction.
 * @throws ScimFailure uniqueness
 */
export async function addMember(
  services: Services,
  db: Db,
  member: Member,
  change: UserChange & { userName: string; email: string },
): Promise<void> {
  const { email, userName, externalId = null, language = null } = change
  await requireFreeName(db, member, userName)
  await addProvisioned(services, db, member, { ...namesOf(change, email), email }, language)
  await scim.upsertProvisioned(db, member, {
    userName,
    userNameKey: emailKey(userName),
    externalId,
    now: services.now(),
  })
}

/**
 * Stores the attributes of a member that have changed. Must run in the caller's transaction.
 * @returns emails to send after the commit
 * @throws ScimFailure mutability: the directory must not change the address of a current or former administrator;
 *   uniqueness
 */
export async function applyChange(
  services: Services,
  db: Db,
  member: Member,
  before: scim.Row,
  change: UserChange,
): Promise<Message[]> {
  const now = services.now()
  const email = emailFor(change, before)
  const names = namesOf(change, email, before)
  if (Object.entries(names).some(([name, value]) => before[name as keyof Names] !== value))
    await scim.updateNames(db, member, names, now)
  const userName = change.userName ?? before.user_name
  const externalId = change.externalId === undefined ? before.external_id : change.externalId
  if (userName !== before.user_name || externalId !== before.external_id) {
    await requireFreeName(db, member, userName)
    await scim.upsertProvisioned(db, member, { userName, userNameKey: emailKey(userName), externalId, now })
  }
  return email === before.email ? [] : changeAddress(services, db, member, before, email)
}

/**
 * Changes the address at once, without proof. The holder of the directory's token must not get into the account by the
 * new address: no link to reset the password is mailed to this address, and the address of a current or former
 * administrator cannot change.
 */
async function changeAddress(services: Services, db: Db, member: Member, before: scim.Row, email: string) {
  const [now, key] = [services.now(), emailKey(email)]
  const isSame = key === before.email_key
  if (!isSame && isOfAdministrator(before)) throw new ScimFailure('mutability', 'emails')
  // If nobody has signed in to the account yet, there is nothing to undo. The email then contains no link: if the
  // address was mistyped, the email goes to a stranger, who must not get into the account.
  const isWithoutLink = await isUntouched(db, member)
  const mails = isSame ? [] : await alertOwner(services, db, member, 'emailChanged', { email, isWithoutLink })
  if (!isSame) await withdrawLinks(db, member, 'email-proof')
  if (!isSame && isWithoutLink) await withdrawUnprovenMails(db, member)
  await replaceEmail(db, member, before, {
    email,
    emailKey: key,
    provenAt: isSame ? undefined : null,
    isByDirectory: true,
    now,
  })
  return mails
}
