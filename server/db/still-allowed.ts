import { CompiledQuery } from 'kysely'
import type { Writer } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'

/**
 * Holds the account until the transaction ends: whatever ends its access locks the same row `for update` first
 * (`lockAccount`). `for key share` lets the account's other writes and notes of activity go on beside this one.
 */
const hold = 'select from users where team_id = $1 and id = $2 for key share'
const holdAlone = 'select from users where team_id = $1 and id = $2 for update'

/** Comes after the lock: its snapshot has all that was committed while the lock was awaited. */
const bySession = `
  select u.is_admin from users u join sessions s on s.team_id = u.team_id and s.user_id = u.id
  where u.team_id = $1 and u.id = $2 and u.is_active and s.id = $3 and s.ended_at is null`
const byToken = `
  select u.is_admin from users u join access_tokens t on t.team_id = u.team_id and t.user_id = u.id
  where u.team_id = $1 and u.id = $2 and u.is_active and t.id = $3`
const byService = 'select u.is_admin from users u where u.team_id = $1 and u.id = $2 and u.is_active'

const accessOf = { session: bySession, token: byToken, service: byService }

/** Returns the first statements of a transaction in which this caller writes. The last one's rows go to `requireAllowed`. */
export function statementsOf({ teamId, userId, by, id }: Writer, isAlone: boolean): CompiledQuery[] {
  const account = [teamId, userId]
  return [
    CompiledQuery.raw(isAlone ? holdAlone : hold, account),
    CompiledQuery.raw(accessOf[by], by === 'service' ? account : [...account, id]),
  ]
}

/**
 * Refuses a write whose caller has lost their access since the request began. A former administrator counts, too: their
 * browser refreshes the session, and sends the write again as a member's.
 * @throws AppError session_ended, token_ended
 */
export function requireAllowed({ by, isAdmin }: Writer, rows: readonly unknown[]): void {
  const [found] = rows as { is_admin: boolean }[]
  if (!found || (isAdmin && !found.is_admin)) throw new AppError(by === 'token' ? 'token_ended' : 'session_ended')
}
