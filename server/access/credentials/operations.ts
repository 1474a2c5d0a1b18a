import { isCommon } from '#server/access/passwords/common-passwords.ts'
import { comparePassword, hashPassword, renewHash } from '#server/access/passwords/passwords.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { needsCurrentPassword } from './policy.ts'
import { selectHash, selectOwnNames, updateHash, upsertCredential } from './sql.ts'

type Member = { teamId: string; userId: string }
type Shown = { current: string | undefined }

/**
 * Rejects common and easily guessed passwords.
 * @param field the name of the password's field in the form
 * @param about the member's names and email, and the team's name
 * @throws AppError password_common
 */
export async function refuseCommon(
  field: 'password' | 'new_password',
  password: string,
  about: readonly string[],
): Promise<void> {
  if (await isCommon(password, about))
    throw new AppError('password_common', { field: { name: field, code: 'password_common' } })
}

/** Returns the member's names and email, and the team's name: all of them are easily guessed as a password. */
export const wordsOf = ({ database }: Services, member: Member): Promise<string[]> =>
  withTeamTransaction(database, member, (db) => selectOwnNames(db, member))

/**
 * Hashes a password. Hashing is slow, so call this before a transaction begins.
 * @returns a function that stores the password in a transaction
 * @throws AppError busy
 */
export async function preparePassword(password: string) {
  const hash = await hashPassword(password)
  return (db: Db, member: Member, now: Date) => upsertCredential(db, member, hash, now)
}

/**
 * Compares a password with a member's hash, and renews an outdated hash.
 * @param member undefined if there is no such account
 * @returns the hash that is stored afterwards, undefined if the password is wrong
 * @throws AppError busy
 */
export async function matchingHash(
  { database }: Pick<Services, 'database'>,
  member: Member | undefined,
  stored: string | undefined,
  password: string,
): Promise<string | undefined> {
  const { matches, isOutdated } = await comparePassword(stored, password)
  if (member && stored && isOutdated) {
    const renewed = await renewHash(password)
    const now = await withTeamTransaction(database, member, async (db) =>
      (await updateHash(db, member, { from: stored, to: renewed })) ? renewed : selectHash(db, member),
    )
    // If another request has renewed the hash first, or the password has changed, compares with the stored hash.
    return now === renewed ? renewed : matchingHash({ database }, member, now, password)
  }
  return matches ? stored : undefined
}

/** Returns whether the member still has this hash. Must run in a transaction that locks the account. */
export const isStoredHash = async (db: Db, member: Member, hash: string): Promise<boolean> =>
  (await selectHash(db, member)) === hash

/**
 * Checks that the caller is the account's owner, by the current password or a recent sign-in. Comparing a password is
 * slow, so call this before a transaction begins.
 * @param shown.current the current password, undefined if the caller did not send it
 * @returns a function that throws if the check failed: reauthentication_required, sign_in_again if the account has no
 *   password, session_needed for a token. Otherwise it returns the hash that the password matched, undefined if none
 *   was compared
 * @throws AppError wrong_password, too_many_attempts, busy
 */
export async function prepareConfirmation(
  services: Services,
  scope: Scope,
  shown: Shown | undefined,
): Promise<() => string | undefined> {
  const { attempts, config, database, now } = services
  if (scope.tokenScopes) return refuseToken
  // If only the company's provider can be used to sign in, an old password proves no identity.
  const stored = config.providers.oidc?.isOnly
    ? undefined
    : // Uses no idempotency key: a repeat after the owner's confirmation must count as the same write.
      await withTeamTransaction(database, { teamId: scope.teamId }, (db) => selectHash(db, scope))
  if (stored !== undefined && shown?.current !== undefined) {
    const { current } = shown
    const guess = { account: scope.userId, session: scope.sessionId }
    let hash: string | undefined
    const compare = async () => (hash = await matchingHash(services, scope, stored, current)) !== undefined
    if (!(await attempts.password(guess, compare)))
      throw new AppError('wrong_password', { field: { name: 'current_password', code: 'invalid' } })
    return () => hash
  }
  return () => {
    if (needsCurrentPassword(scope, now()))
      throw new AppError(stored === undefined ? 'sign_in_again' : 'reauthentication_required')
    return undefined
  }
}

function refuseToken(): never {
  throw new AppError('session_needed')
}

/**
 * Checks at once that the caller is the account's owner, as `prepareConfirmation` does.
 * @returns the hash that the password matched, undefined if none was compared
 * @throws AppError for the reasons of `prepareConfirmation` and of the function that it returns
 */
export async function confirmOwner(services: Services, scope: Scope, shown?: Shown): Promise<string | undefined> {
  const requireOwner = await prepareConfirmation(services, scope, shown)
  return requireOwner()
}

export { needsCurrentPassword } from './policy.ts'
export { deleteCredential, upsertCredential as storeHash } from './sql.ts'
