import { isCommon } from '#server/access/common-passwords.ts'
import { comparePassword, hashPassword, renewHash } from '#server/access/passwords.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { needsCurrentPassword } from './policy.ts'
import { selectHash, selectWords, updateHash, upsertCredential } from './sql.ts'

type Member = { teamId: string; userId: string }
type Shown = { current: string | undefined }

/**
 * @param field where the form has it
 * @param about what everybody knows of whose password it will be
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

/** What everybody knows of a member. */
export const wordsOf = ({ database }: Services, member: Member): Promise<string[]> =>
  withTeamTransaction(database, member, (db) => selectWords(db, member))

/**
 * Hashing takes its time, so it is done before a transaction begins.
 * @returns what stores the password within one
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
    // Another sign-in may have renewed it first, or the password has changed.
    return now === renewed ? renewed : matchingHash({ database }, member, now, password)
  }
  return matches ? stored : undefined
}

/** Whether the member still has this hash. Must run in a transaction that holds the account. */
export const isStoredHash = async (db: Db, member: Member, hash: string): Promise<boolean> =>
  (await selectHash(db, member)) === hash

/**
 * Whether the caller shows who they are, by their current password or by a recent sign-in. Comparing takes its time, so it
 * is done before a transaction begins.
 * @param shown.current the current password, undefined where the caller has not sent it
 * @returns a function that throws if they have not: reauthentication_required, sign_in_again if the account has no
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
  // Where passwords are refused, one of earlier days shows nothing.
  const stored = config.providers.oidc?.isOnly
    ? undefined
    : // Without the write key: a write that is sent again after its owner has confirmed must still be the same write.
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
 * Requires at once that the caller shows who they are. Does the same as `prepareConfirmation` otherwise.
 * @returns the hash that the password matched, undefined if none was compared
 * @throws AppError also reauthentication_required, sign_in_again
 */
export async function confirmOwner(services: Services, scope: Scope, shown?: Shown): Promise<string | undefined> {
  const requireOwner = await prepareConfirmation(services, scope, shown)
  return requireOwner()
}

export { needsCurrentPassword } from './policy.ts'
export { deleteCredential, upsertCredential as storeHash } from './sql.ts'
