import { CompiledQuery, type Transaction } from 'kysely'
import type { Writer } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import type { Tables } from '../schema/tables.ts'

/**
 * Holds the account until the transaction ends. Code that ends the account's access first locks the same row `for
 * update` (`lockAccount`). `for key share` does not block the account's other writes and updates of its last activity.
 */
const hold = 'select from users where team_id = $1 and id = $2 for key share'
const holdAlone = 'select from users where team_id = $1 and id = $2 for update'

/**
 * This statement runs after the lock: its snapshot then has everything that was committed while the transaction waited
 * for the lock.
 */
const bySession = `
  select u.is_admin from users u join sessions s on s.team_id = u.team_id and s.user_id = u.id
  where u.team_id = $1 and u.id = $2 and u.is_active and s.id = $3 and s.ended_at is null`
/** This statement also reads whether access is paused: a pause ends sessions, but does not delete tokens (N17.07). */
const byToken = `
  select u.is_admin, u.access_paused from users u join access_tokens t on t.team_id = u.team_id and t.user_id = u.id
  where u.team_id = $1 and u.id = $2 and u.is_active and t.id = $3`
const byService = 'select u.is_admin from users u where u.team_id = $1 and u.id = $2 and u.is_active'

const statements = { session: bySession, token: byToken, service: byService }

const accessOf = ({ teamId, userId, by, id }: Writer) =>
  CompiledQuery.raw(statements[by], by === 'service' ? [teamId, userId] : [teamId, userId, id])

/** Returns the first statements of a write by this caller. The rows of the last statement go to `requireAllowed`. */
export const statementsOf = (writer: Writer, isAlone: boolean): CompiledQuery[] => [
  CompiledQuery.raw(isAlone ? holdAlone : hold, [writer.teamId, writer.userId]),
  accessOf(writer),
]

type Found = { is_admin: boolean; access_paused?: string | null }

/** Returns whether the session or token has not ended, and its member is active and not paused. */
export async function hasAccess(db: Transaction<Tables>, member: Writer): Promise<boolean> {
  const [found] = (await db.executeQuery(accessOf(member))).rows as Found[]
  return found !== undefined && !found.access_paused
}

/**
 * Ends a long response if its reader's access has ended. Must be called between the parts of the response: the request
 * itself is checked only once.
 * @throws AppError session_ended, token_ended, sign_in_expired
 */
export async function requireAccess(db: Transaction<Tables>, reader: Writer): Promise<void> {
  const { rows } = await db.executeQuery(accessOf(reader))
  requireAllowed({ ...reader, isAdmin: false }, rows)
}

/**
 * Refuses a write if its caller's access has ended since the request began, or if the caller is no longer an
 * administrator. A former administrator sends the write again with the rights of a member: a browser after it has
 * refreshed the session, a program because the server was `busy`.
 * @throws AppError session_ended, token_ended, sign_in_expired, busy
 */
export function requireAllowed({ by, isAdmin }: Writer, rows: readonly unknown[]): void {
  const [found] = rows as Found[]
  if (!found) throw new AppError(by === 'token' ? 'token_ended' : 'session_ended')
  if (found.access_paused) throw new AppError('sign_in_expired')
  if (isAdmin && !found.is_admin) throw new AppError(by === 'token' ? 'busy' : 'session_ended')
}
