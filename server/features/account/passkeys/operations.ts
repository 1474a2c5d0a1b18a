import { v7 as newId } from 'uuid'
import type { Passkey, PasskeyDraft, PasskeyLogin, PasskeyName, PasskeyOptions, Passkeys } from '#contract/passkeys.ts'
import { limits } from '#contract/limits.ts'
import { signInProviders } from '#contract/providers.ts'
import type { Tokens } from '#contract/sessions.ts'
import { countAt, type KnownDevice, sinceOf } from '#server/access/attempts/known-device.ts'
import type { Scope } from '#server/access/scope.ts'
import * as webauthn from '#server/access/webauthn.ts'
import { answering, endingOwn } from '#server/access/idempotency.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { lockAddress } from '#server/access/email-address/operations.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { alertOwner, withAlerts } from '#server/access/security-alerts/operations.ts'
import { deviceOf } from '#server/features/account/sessions/operations.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import type { Services } from '#server/services.ts'
import * as passkeys from './sql.ts'

export const listPasskeys = (services: Services, scope: Scope): Promise<Passkeys> =>
  withTeamTransaction(services.database, scope, async (db) => ({
    passkeys: await passkeys.selectPasskeys(db, scope),
    only_way_in: await isOnlyLogin(services, db, scope),
  }))

const isOnlyLogin = ({ config: { providers } }: Services, db: Db, scope: Scope) =>
  passkeys.isOnlyLogin(
    db,
    scope,
    signInProviders.filter((provider) => providers[provider]),
  )

/**
 * Returns the options for creating a passkey. A passkey is a new way into the account, so the member must have
 * confirmed their identity recently.
 * @param begin begins a flow, and returns its challenge
 * @throws AppError reauthentication_required, sign_in_again, too_many_passkeys
 */
export async function preparePasskey(
  services: Services,
  scope: Scope,
  begin: () => Promise<string>,
): Promise<PasskeyOptions> {
  await confirmOwner(services, scope)
  const { user, known } = await withTeamTransaction(services.database, scope, async (db) => ({
    user: await passkeys.selectUser(db, scope),
    known: await passkeys.selectCredentials(db, scope),
  }))
  if (known.length >= limits.passkeys) throw new AppError('too_many_passkeys')
  const about = { userId: scope.userId, email: user.email, name: user.display_name, known }
  return webauthn.creationOptions(services.config.publicUrl, await begin(), about)
}

/**
 * Adds a passkey that the browser has created.
 * @param challenge of the flow that `preparePasskey` has begun
 * @param userAgent the browser's header; a passkey without a chosen name is named after it
 * @throws AppError passkey_refused, passkey_exists, too_many_passkeys
 */
export async function addPasskey(
  services: Services,
  scope: Scope,
  { name, credential }: PasskeyDraft,
  { challenge, userAgent }: { challenge: string; userAgent: string },
): Promise<Passkey> {
  const { config, logEvent, now } = services
  const made = await webauthn.verifyMade(config.publicUrl, challenge, credential)
  if (!made) throw new AppError('passkey_refused')
  const id = newId()
  const added = await withAlerts(services, scope, async (db) => {
    await lockAddress(db, scope) // otherwise two simultaneous requests could exceed the limit
    const known = await passkeys.selectCredentials(db, scope)
    if (known.length >= limits.passkeys) throw new AppError('too_many_passkeys')
    // The email must come first, so that its link undoes this passkey.
    const mails = await alertOwner(services, db, scope, 'passkeyAdded')
    const isNew = await passkeys.insertPasskey(db, scope, {
      id,
      credential_id: made.id,
      public_key: made.publicKey,
      counter: made.counter,
      transports: made.transports,
      name: name ?? deviceOf(userAgent) ?? '',
      created_at: now(),
    })
    if (!isNew) throw new AppError('passkey_exists')
    return { made: await passkeys.selectPasskey(db, scope, id), mails }
  })
  logEvent('passkey_added', scope, { id })
  return added
}

/** Renames a passkey. @throws AppError not_found: the passkey does not exist, or belongs to another member */
export async function namePasskey(services: Services, scope: Scope, id: string, { name }: PasskeyName): Promise<void> {
  await withTeamTransaction(services.database, answering(scope), async (db) => {
    if (!(await passkeys.updateName(db, scope, id, name))) throw new AppError('not_found')
  })
}

/**
 * Removes a passkey.
 * @throws AppError reauthentication_required, sign_in_again; not_found: the passkey does not exist, or belongs to
 * another member; last_way_in: the member could no longer sign in
 */
export async function removePasskey(services: Services, scope: Scope, id: string): Promise<void> {
  await confirmOwner(services, scope)
  await withTeamTransaction(services.database, endingOwn(answering(scope)), async (db) => {
    const isOnly = await isOnlyLogin(services, db, scope)
    if (!(await passkeys.deletePasskeys(db, scope, { id }))) throw new AppError('not_found')
    if (isOnly) throw new AppError('last_way_in')
  })
  services.logEvent('passkey_removed', scope, { id })
}

/**
 * Deletes all passkeys of a member, or those that were added from a moment on. Must run in the caller's transaction.
 */
export const dropPasskeys = (db: Db, member: Pick<Scope, 'teamId' | 'userId'>, from?: Date) =>
  passkeys.deletePasskeys(db, member, from ? { from } : {})

/**
 * Returns the options with which a visitor's browser asks for a passkey.
 * @param challenge of a flow that has begun
 */
export const prepareSignIn = ({ config }: Services, challenge: string): Promise<PasskeyOptions> =>
  webauthn.requestOptions(config.publicUrl, challenge)

/**
 * Signs in the owner of a passkey.
 * @param from.challenge of the flow that `prepareSignIn` has begun
 * @param from.address the caller's IP address, for counting attempts
 * @param from.device the caller's browser, for counting attempts
 * @throws AppError passkey_unknown: no member has the passkey; passkey_refused; account_inactive: the caller owns the
 * passkey, but their account is inactive; sign_in_expired, too_many_attempts
 */
export async function signInByPasskey(
  services: Services,
  { credential }: PasskeyLogin,
  { challenge, address, device }: { challenge: string; address: string; device: KnownDevice | undefined },
): Promise<Tokens> {
  const { attempts, config, database, now } = services
  const kept = await withEveryTeamTransaction(database, (db) => passkeys.selectCredential(db, credential.id))
  const member = kept && { teamId: kept.team_id, userId: kept.user_id }
  const refused = (code: 'passkey_unknown' | 'passkey_refused' | 'account_inactive', reason: string) => {
    services.logEvent('sign_in_refused', member, { way: 'passkey', reason })
    return new AppError(code)
  }
  const known = member && countAt(device, { ...member, passwordSince: sinceOf(kept.changed_at) })
  const isSigned = await attempts.passkey({ address, device: known }, async () => {
    if (!kept) return false
    const passkey = { userId: kept.user_id, publicKey: kept.public_key, counter: Number(kept.counter) }
    const counter = await webauthn.verifySigned(config.publicUrl, challenge, credential, passkey)
    if (counter === undefined) return false
    return withTeamTransaction(database, { teamId: kept.team_id }, (db) =>
      passkeys.updateUsed(db, kept, { counter, now: now() }),
    )
  })
  if (!member) throw refused('passkey_unknown', 'no_account')
  if (!isSigned) throw refused('passkey_refused', 'signature')
  if (!kept.is_active) throw refused('account_inactive', 'inactive')
  return startSession(services, member, 'passkey', async (db) => {
    if (!(await passkeys.selectIsThere(db, kept))) throw refused('passkey_unknown', 'no_account')
  })
}
