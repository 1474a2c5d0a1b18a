import { v7 as newId } from 'uuid'
import type { SignInProvider } from '#contract/providers.ts'
import type { Tokens } from '#contract/sessions.ts'
import { updateCompanySignIn } from '#server/db/accounts/access-pause.ts'
import { holdAccount, lockAccount } from '#server/db/accounts/lock-account.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { withdrawEmailChange, withdrawLinksMadeBy } from '../email-links/operations.ts'
import { deriveKey, fingerprint } from '../keys/keys.ts'
import { signAccessToken } from '../tokens/access-token.ts'
import { type RecordToken, writeToken } from '../tokens/record-token.ts'
import { firstSecret } from '../tokens/refresh-secret.ts'
import * as sessions from './sql.ts'

type Member = { teamId: string; userId: string }

/**
 * Signs in a member with a proven identity, and locks the account, so that code that ends the account's sessions also
 * ends this one. A sign-in at the company's provider resumes paused access.
 * @param requireProof throws if the password, passkey or account that was used is no longer valid
 * @param companySession issuer and `sid` of the session at the company's provider, if the provider names a session
 * @throws AppError account_inactive; sign_in_expired: access is paused until a sign-in at the company's provider
 */
export async function startSession(
  services: Services,
  member: { teamId: string; userId: string },
  way: 'password' | 'passkey' | 'invitation' | 'email_link' | 'demo' | SignInProvider,
  requireProof: (db: Db) => Promise<void> = async () => {},
  companySession?: string,
): Promise<Tokens> {
  const { config, database, now } = services
  const session = { teamId: member.teamId, id: newId() }
  const token = { ...session, secret: firstSecret(config.secretKey, session) }
  const row = { ...session, userId: member.userId, refreshHash: fingerprint(token.secret), now: now(), companySession }
  const hasTooMany = await withTeamTransaction(database, { teamId: member.teamId }, async (db) => {
    await holdAccount(db, member)
    const active = await sessions.selectActive(db, member)
    if (!active) throw new AppError('account_inactive')
    await requireProof(db)
    if (way === 'oidc') await updateCompanySignIn(db, member, now())
    else if (active.isPaused) throw new AppError('sign_in_expired')
    await sessions.insertSession(db, row)
    return (await sessions.selectLeastUsed(db, member)).length > 0
  })
  if (hasTooMany) await endLeastUsed(services, member)
  services.logEvent('signed_in', member, { way })
  return tokensOf(services, token, member.userId)
}

/**
 * Ends a member's sessions beyond `limits.sessions`: those that were unused for longest. Runs in its own transaction:
 * two sign-ins can hold the account at once, and locking it in both would deadlock.
 */
async function endLeastUsed({ database, logEvent, now }: Services, member: Member): Promise<void> {
  await withTeamTransaction(database, { teamId: member.teamId }, async (db) => {
    await lockAccount(db, member)
    await sessions.updateEnded(db, member, await sessions.selectLeastUsed(db, member), now())
  })
  logEvent('session_ended', member, { sessions: 'least_used' })
}

/** Returns the tokens of a session, with a new access token. */
export async function tokensOf({ config, now }: Services, token: RecordToken, userId: string): Promise<Tokens> {
  const claims = { sub: userId, team: token.teamId, sid: token.id }
  return {
    access_token: await signAccessToken(deriveKey(config.secretKey, 'access token'), claims, now()),
    refresh_token: writeToken(token),
    token_type: 'Bearer',
  }
}

/** Withdraws what an intruder may have left: a pending change of the address, and password links for other members. */
export async function withdrawLeft(db: Db, member: Member): Promise<void> {
  await withdrawEmailChange(db, member)
  await withdrawLinksMadeBy(db, member)
}

/**
 * Ends the member's sessions, and withdraws what an intruder may have left. Must run in the caller's transaction.
 * @param of.kept a session that stays open; absent: all sessions end
 */
export async function endSessions(db: Db, of: Member & { kept?: string | undefined }, now: Date): Promise<void> {
  await lockAccount(db, of)
  await sessions.updateSessionsEnded(db, of, now)
  await withdrawLeft(db, of)
}

/**
 * Ends the sessions that a message of the company's provider is about (N17.04).
 * @param of.member undefined: the sessions of any member
 * @param of.companySession undefined: all sessions of the member
 */
export async function endCompanySessions(
  { database, logEvent, now }: Services,
  of: { member: Member | undefined; companySession: string | undefined },
): Promise<void> {
  const { companySession } = of
  const members = of.member
    ? [of.member]
    : await withEveryTeamTransaction(database, (db) => sessions.selectOfCompanySession(db, companySession!))
  for (const member of members) {
    await withTeamTransaction(database, { teamId: member.teamId }, async (db) => {
      if (companySession === undefined) return endSessionsOnly(db, member, now())
      await lockAccount(db, member)
      await sessions.updateCompanySessionEnded(db, member, companySession, now())
    })
    logEvent('session_ended', member, { sessions: companySession === undefined ? 'all' : 'one', way: 'oidc' })
  }
}

/**
 * Ends the member's sessions. Withdraws no links, because nobody suspects an intruder. Must run in the caller's
 * transaction.
 */
export async function endSessionsOnly(db: Db, member: Member, now: Date): Promise<void> {
  await lockAccount(db, member)
  await sessions.updateSessionsEnded(db, member, now)
}
