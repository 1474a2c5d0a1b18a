import { timingSafeEqual } from 'node:crypto'
import type { Page } from '#contract/fields.ts'
import type { Login, Reauthentication, Sessions, Tokens } from '#contract/sessions.ts'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { fingerprint } from '#server/access/keys/keys.ts'
import { isIssuedHere, nextSecret } from '#server/access/tokens/refresh-secret.ts'
import { countAt, type KnownDevice, sinceOf } from '#server/access/attempts/known-device.ts'
import { readToken, type RecordToken } from '#server/access/tokens/record-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering, endingOwn } from '#server/access/idempotency.ts'
import { endSessions, startSession, tokensOf, withdrawLeft } from '#server/access/sessions/operations.ts'
import { refuseWhereOidcOnly } from '#server/config/providers.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { confirmOwner, isStoredHash, matchingHash } from '#server/access/credentials/operations.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import type { Services } from '#server/services.ts'
import { deviceOf } from './device.ts'
import { maxIdleMs, retentionMs, maxLifetimeMs, maxRepeatMs } from './policy.ts'
import * as sessions from './sql.ts'

/**
 * Signs in with an email and a password.
 * @param from the caller's address and browser, for counting attempts
 * @throws AppError company_sign_in_only, too_many_attempts, busy; login_failed: the email or the password is wrong;
 * account_inactive, sign_in_expired
 */
export async function login(
  services: Services,
  { username, password }: Login,
  { address, device }: { address: string; device: KnownDevice | undefined },
): Promise<Tokens> {
  refuseWhereOidcOnly(services)
  const key = emailKey(username)
  const account = await withEveryTeamTransaction(services.database, (db) => sessions.selectAccount(db, key))
  const stored = account?.password_hash ?? undefined
  const member = account && { teamId: account.team_id, userId: account.id }
  const refused = (code: 'login_failed' | 'account_inactive', reason: string) => {
    services.logEvent('sign_in_refused', member, { way: 'password', reason })
    return new AppError(code)
  }
  const known = member && countAt(device, { ...member, passwordSince: sinceOf(account.changed_at) })
  const guess = { account: key, address, device: known }
  let hash: string | undefined
  const compare = async () => (hash = await matchingHash(services, member, stored, password)) !== undefined
  const accepted = await services.attempts.password(guess, compare)
  if (!member) throw refused('login_failed', 'no_account')
  if (!accepted || !hash) throw refused('login_failed', 'password')
  const verified = hash
  if (!account.is_active) throw refused('account_inactive', 'inactive')
  return startSession(services, member, 'password', async (db) => {
    if (!(await isStoredHash(db, member, verified))) throw refused('login_failed', 'password')
  })
}

/**
 * Exchanges a refresh token for the next one, which is computed from it and not stored (decision 56).
 * - The token is current: returns the next token, which becomes the current one.
 * - The next token is unused: returns the same one for 24 hours, because the first response may have been lost. Refuses
 * the token later.
 * - The next token was used: two people have the token. Ends the session and notifies its owner.
 * - The token is made up: refuses it.
 * @throws AppError session_ended; member_deactivated, sign_in_expired, session_revoked, if the token belongs to the
 * session
 */
export async function refresh(services: Services, text: string): Promise<Tokens> {
  const token = readToken(text)
  const turn = token && (await withTeamTransaction(services.database, token, (db) => rotate(services, db, token)))
  if (token && turn === 'stolen') await endStolen(services, token)
  if (token && !turn) {
    const hash = fingerprint(token.secret)
    const end = await withTeamTransaction(services.database, token, (db) => sessions.selectEnd(db, token, hash))
    throw new AppError(end ?? 'session_ended')
  }
  if (!turn || turn === 'stolen') throw new AppError('session_ended')
  return tokensOf(services, turn, turn.userId)
}

/**
 * Replaces the current refresh token. Warning: must not lock the account. This function locks the session, and other
 * functions lock the account before the session, so a deadlock would be possible.
 * @returns undefined if the token is refused
 */
async function rotate(
  { config, now }: Services,
  db: Db,
  token: RecordToken,
): Promise<(RecordToken & { userId: string }) | 'stolen' | undefined> {
  const session = await sessions.selectSessionForUpdate(db, token)
  if (!session) return undefined
  const at = now()
  const since = (moment: Date) => at.getTime() - moment.getTime()
  const hash = fingerprint(token.secret)
  const secret = nextSecret(config.secretKey, token)
  const next = { teamId: token.teamId, id: token.id, secret, userId: session.user_id }
  const isAlive = since(session.used_at) <= maxIdleMs && since(session.signed_in_at) <= maxLifetimeMs
  const isCurrent = timingSafeEqual(hash, session.refresh_hash)
  if (isAlive && isCurrent) {
    await sessions.updateRefreshHash(db, token, { hash: fingerprint(secret), previous: hash, now: at })
    return next
  }
  const isPredecessor = session.previous_hash !== null && timingSafeEqual(hash, session.previous_hash)
  if (isAlive && isPredecessor) return since(session.rotated_at!) <= maxRepeatMs ? next : undefined
  // A made-up token does not end the session: anybody who knows the session's id could make one up.
  if (!isCurrent && !isPredecessor && !isIssuedHere(config.secretKey, token)) return undefined
  return isAlive ? 'stolen' : undefined
}

/** Ends a session whose token two people have, and notifies its owner once. */
async function endStolen(services: Services, token: RecordToken): Promise<void> {
  const mails = await withTeamTransaction(services.database, token, async (db) => {
    await sessions.lockOwner(db, token)
    const session = await sessions.selectSessionForUpdate(db, token)
    if (!session) return [] // another use of the token has ended it
    await sessions.updateSessionEnded(db, token, services.now())
    const owner = { teamId: token.teamId, userId: session.user_id }
    services.logEvent('refresh_token_reused', owner)
    return alertOwner(services, db, { ...owner, sessionId: token.id }, 'sessionStolen')
  })
  for (const mail of mails) services.sendMail(mail)
}

export { deviceOf } from './device.ts'

/**
 * Ends one of the member's own sessions. If it is not the calling session, it may belong to an intruder. Pending
 * changes that an intruder may have made are then withdrawn.
 * @throws AppError not_found: the session does not exist, or belongs to another member
 */
export async function endSession({ database, logEvent, now }: Services, scope: Scope, id: string): Promise<void> {
  await withTeamTransaction(database, endingOwn(answering(scope)), async (db) => {
    if (!(await sessions.updateOwnSessionEnded(db, scope, id, now()))) throw new AppError('not_found')
    if (id !== scope.sessionId) await withdrawLeft(db, scope)
  })
  logEvent('session_ended', scope, { sessions: 'one' })
}

/** Ends the member's sessions except the calling one. Withdraws pending changes that an intruder may have made. */
export async function endOtherSessions({ database, logEvent, now }: Services, scope: Scope): Promise<void> {
  await withTeamTransaction(database, endingOwn(answering(scope)), (db) =>
    endSessions(db, { ...scope, kept: scope.sessionId }, now()),
  )
  logEvent('session_ended', scope, { sessions: 'others' })
}

/** Ends the session of a refresh token. Succeeds for an unknown token, too: the session has ended already. */
export async function logout({ database, logEvent, now }: Services, text: string): Promise<void> {
  const token = readToken(text)
  if (!token) return
  const ended = await withTeamTransaction(database, token, async (db) => {
    await sessions.lockOwner(db, token)
    const session = await sessions.selectSessionForUpdate(db, token)
    const hash = fingerprint(token.secret)
    const known = [session?.refresh_hash, session?.previous_hash].some((kept) => kept && timingSafeEqual(hash, kept))
    if (!session || !known) return undefined
    await sessions.updateSessionEnded(db, token, now())
    return session
  })
  if (ended) logEvent('signed_out', { teamId: token.teamId, userId: ended.user_id })
}

/**
 * Confirms the member's identity. For a while, the session then allows actions that require a recent sign-in.
 * @throws AppError wrong_password, sign_in_again, too_many_attempts, busy
 */
export async function reauthenticate(
  services: Services,
  scope: Scope,
  { current_password: current }: Reauthentication,
) {
  // An account without a password is confirmed by a recent sign-in alone, whose time stays unchanged.
  if (!(await confirmOwner(services, scope, { current }))) return
  await withTeamTransaction(services.database, answering(scope), (db) =>
    sessions.updateConfirmed(db, scope, services.now()),
  )
}

/** Lists the member's sessions. */
export async function listSessions({ database, now }: Services, scope: Scope, page: Page): Promise<Sessions> {
  const at = now().getTime()
  const since = { usedAt: new Date(at - maxIdleMs), signedInAt: new Date(at - maxLifetimeMs) }
  const rows = await withTeamTransaction(database, scope, (db) => sessions.selectLiveSessions(db, scope, since, page))
  return { sessions: rows.map(({ user_agent, ...row }) => Object.assign(row, { device: deviceOf(user_agent) })) }
}

export async function deleteOldSessions({ database, now }: Services): Promise<void> {
  const until = now().getTime() - retentionMs
  const before = {
    endedAt: new Date(until),
    usedAt: new Date(until - maxIdleMs),
    signedInAt: new Date(until - maxLifetimeMs),
  }
  await withEveryTeamTransaction(database, (db) => sessions.deleteSessions(db, before))
}
