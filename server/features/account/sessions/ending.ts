import { timingSafeEqual } from 'node:crypto'
import { fingerprint } from '#server/access/keys/keys.ts'
import { readToken } from '#server/access/tokens/record-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering, endingOwn } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { AppError } from '#server/errors.ts'
import { withdrawEmailChange, withdrawLinksMadeBy } from '#server/access/email-links/operations.ts'
import type { Services } from '#server/services.ts'
import * as sessions from './sql.ts'

type Member = { teamId: string; userId: string }

/** Withdraws what an intruder may have left: a change of the address that waits, and password links for others. */
async function withdrawLeft(db: Db, member: Member): Promise<void> {
  await withdrawEmailChange(db, member)
  await withdrawLinksMadeBy(db, member)
}

/**
 * Ends the member's sessions, and withdraws what an intruder may have left. Must run in the caller's transaction.
 * @param of.kept a session that goes on; absent: none does
 */
export async function endSessions(db: Db, of: Member & { kept?: string | undefined }, now: Date): Promise<void> {
  await lockAccount(db, of)
  await sessions.updateSessionsEnded(db, of, now)
  await withdrawLeft(db, of)
}

/** Ends the member's sessions without a suspicion: withdraws nothing. Must run in the caller's transaction. */
export async function endSessionsOnly(db: Db, member: Member, now: Date): Promise<void> {
  await lockAccount(db, member)
  await sessions.updateSessionsEnded(db, member, now)
}

/**
 * Ends one of the member's own sessions. If it is another than the one that asks, it may be an intruder's: withdraws what
 * they may have left.
 * @throws AppError not_found: absent, or another member's
 */
export async function endSession({ database, logEvent, now }: Services, scope: Scope, id: string): Promise<void> {
  await withTeamTransaction(database, endingOwn(answering(scope)), async (db) => {
    if (!(await sessions.updateOwnSessionEnded(db, scope, id, now()))) throw new AppError('not_found')
    if (id !== scope.sessionId) await withdrawLeft(db, scope)
  })
  logEvent('session_ended', scope, { sessions: 'one' })
}

/** Ends all of the member's but the one that asks, and withdraws a change of the address that waits. */
export async function endOtherSessions({ database, logEvent, now }: Services, scope: Scope): Promise<void> {
  await withTeamTransaction(database, endingOwn(answering(scope)), (db) =>
    endSessions(db, { ...scope, kept: scope.sessionId }, now()),
  )
  logEvent('session_ended', scope, { sessions: 'others' })
}

/** Ends the session of a refresh token; an unknown one is as good as logged out. */
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
