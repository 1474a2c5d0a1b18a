import { sql } from 'kysely'
import type { Database, Db } from '#server/db/database.ts'
import { inTeam } from '#server/db/database.ts'
import { liveSession } from '#server/db/live-session.ts'
import type { Claims } from './access-token.ts'
import type { Scope } from './scope.ts'

/** How often a member's and a session's last activity is written, so that reading does not become writing. */
const activityEvery = 5 * 60_000 // milliseconds
const userAgentLongest = 500 // characters

/**
 * The scope of a request: the session still lives and its member is active, at this moment and on every node.
 * @param userAgent of a request by the member's own browser: of the first one it is kept
 * @returns undefined where either has ended
 */
export function membership(
  database: Database,
  { sub, team, sid }: Claims,
  now: Date,
  userAgent?: string,
): Promise<Scope | undefined> {
  return inTeam(database, { teamId: team }, async (db) => {
    const row = await selectMember(db, team, sub, sid)
    if (!row) return undefined
    const isLongAgo = (moment: Date | null) => now.getTime() - (moment?.getTime() ?? 0) > activityEvery
    if (isLongAgo(row.last_active_at)) await touch(db, team, sub, now)
    if (isLongAgo(row.used_at) || (row.user_agent === null && userAgent !== undefined))
      await touchSession(db, { team, sid, userAgent: userAgent?.slice(0, userAgentLongest) ?? null, now })
    return scopeOf({ sub, team, sid }, row)
  })
}

/** The only place that makes a Scope: of claims that the database has just confirmed. */
export function scopeOf(
  { sub, team, sid }: Claims,
  row: { signed_in_at: Date; confirmed_at: Date | null; is_admin: boolean },
): Scope {
  const signedInAt = row.confirmed_at ?? row.signed_in_at
  return { teamId: team, userId: sub, sessionId: sid, signedInAt, isAdmin: row.is_admin } as unknown as Scope
}

const selectMember = (db: Db, team: string, user: string, session: string) =>
  liveSession(db, { teamId: team, id: session })
    .where('sessions.user_id', '=', user)
    .select([
      'sessions.signed_in_at',
      'sessions.confirmed_at',
      'sessions.used_at',
      'sessions.user_agent',
      'users.last_active_at',
      'users.is_admin',
    ])
    .executeTakeFirst()

const touch = (db: Db, team: string, user: string, now: Date) =>
  sql`update users set last_active_at = ${now} where team_id = ${team} and id = ${user}`.execute(db)

const touchSession = (db: Db, of: { team: string; sid: string; userAgent: string | null; now: Date }) =>
  sql`
    update sessions set used_at = ${of.now}, user_agent = coalesce(user_agent, ${of.userAgent})
    where team_id = ${of.team} and id = ${of.sid}`.execute(db)
