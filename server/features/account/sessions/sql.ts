import { type Selectable, sql, type Updateable } from 'kysely'
import type { Page } from '#contract/fields.ts'
import type { Scope } from '#server/access/scope.ts'
import { endSessionsWhere } from '#server/db/accounts/end-sessions.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { liveSession } from '#server/db/accounts/live-session.ts'
import { selectLogin } from '#server/db/accounts/logins.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Key = { teamId: string; id: string }

/** Returns the sign-in data of the account with this email, in any team. */
export async function selectAccount(db: Db, emailKey: string) {
  const login = await selectLogin(db, emailKey)
  if (!login) return undefined
  return db
    .selectFrom('users')
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.team_id', '=', 'users.team_id').onRef('credentials.user_id', '=', 'users.id'),
    )
    .where((is) => is.and({ 'users.team_id': login.teamId, 'users.id': login.userId }))
    .select(['users.team_id', 'users.id', 'users.is_active', 'credentials.password_hash', 'credentials.changed_at'])
    .executeTakeFirst()
}

/** Locks the account to which a session belongs (`lock-account.ts`). */
export const lockOwner = (db: Db, { teamId, id }: Key) =>
  sql`
    select from users where team_id = ${teamId}
      and id = (select user_id from sessions where team_id = ${teamId} and id = ${id}) for update`.execute(db)

/** Locks the session, so that two uses of one token run one after the other. */
export async function selectSessionForUpdate(db: Db, session: Key) {
  const { rows } = await sql<
    Selectable<Tables['sessions']>
  >`select s.* ${liveSession(session)} for update of s`.execute(db)
  return rows[0]
}

/**
 * Returns how the session of a token with this hash ended; undefined if the token is unknown, or if the session
 * expired.
 */
export async function selectEnd(
  db: Db,
  { teamId, id }: Key,
  hash: Buffer,
): Promise<'member_deactivated' | 'sign_in_expired' | 'session_revoked' | undefined> {
  const { rows } = await sql<{ is_active: boolean; is_paused: boolean; is_ended: boolean }>`
    select u.is_active, u.access_paused is not null as is_paused, s.ended_at is not null as is_ended
    from sessions s join users u on u.team_id = s.team_id and u.id = s.user_id
    where s.team_id = ${teamId} and u.team_id = ${teamId} and s.id = ${id} and ${hash} in (s.refresh_hash, s.previous_hash)
      and u.left_at is null`.execute(db)
  const [session] = rows
  if (session?.is_active === false) return 'member_deactivated'
  if (!session?.is_ended) return undefined
  return session.is_paused ? 'sign_in_expired' : 'session_revoked'
}

const update = (db: Db, { teamId, id }: Key, change: Updateable<Tables['sessions']>) =>
  db.updateTable('sessions').set(change).where('team_id', '=', teamId).where('id', '=', id)

export const updateRefreshHash = (db: Db, key: Key, next: { hash: Buffer; previous: Buffer; now: Date }) =>
  update(db, key, {
    refresh_hash: next.hash,
    previous_hash: next.previous,
    rotated_at: next.now,
    used_at: next.now,
  }).execute()

export const updateSessionEnded = (db: Db, { teamId, id }: Key, now: Date) =>
  endSessionsWhere(db, teamId, (column) => sql`${column} = ${id}`, now)

export const updateConfirmed = (db: Db, { teamId, sessionId }: Scope, now: Date) =>
  update(db, { teamId, id: sessionId }, { confirmed_at: now }).execute()

type Listed = { id: string; user_agent: string | null; signed_in_at: string; used_at: string; current: boolean }

/** Selects the member's sessions that have not ended. @param since sessions without use since then have expired */
export async function selectLiveSessions(
  db: Db,
  { teamId, userId, sessionId }: Scope,
  since: { usedAt: Date; signedInAt: Date },
  { limit, offset }: Page,
): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select s.id, s.user_agent, iso_in_zone(s.signed_in_at, t.time_zone) as signed_in_at,
           iso_in_zone(s.used_at, t.time_zone) as used_at, s.id = ${sessionId} as current
    from sessions s join teams t on t.id = s.team_id
    where s.team_id = ${teamId} and s.user_id = ${userId} and s.ended_at is null
      and s.used_at >= ${since.usedAt} and s.signed_in_at >= ${since.signedInAt}
    order by current desc, s.used_at desc, s.id ${rowsOfPage({ limit, offset })}`.execute(db)
  return rows
}

/** Ends a session of the member. @returns false if the member has no such session */
export async function updateOwnSessionEnded(
  db: Db,
  { teamId, userId }: Scope,
  id: string,
  now: Date,
): Promise<boolean> {
  const [isOwn] = await Promise.all([
    hasRow(
      db
        .selectFrom('sessions')
        .where((is) => is.and({ team_id: teamId, user_id: userId, id }))
        .select('id'),
    ),
    endSessionsWhere(db, teamId, (column) => sql`user_id = ${userId} and ${column} = ${id}`, now),
  ])
  return isOwn
}

/** Deletes each session that ended, was last used, or began before the matching moment of `before`. */
export const deleteSessions = (db: Db, before: { endedAt: Date; usedAt: Date; signedInAt: Date }) =>
  db
    .deleteFrom('sessions')
    .where((is) =>
      is.or([
        is('ended_at', '<', before.endedAt),
        is('used_at', '<', before.usedAt),
        is('signed_in_at', '<', before.signedInAt),
      ]),
    )
    .execute()
