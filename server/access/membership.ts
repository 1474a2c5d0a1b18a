import { sql } from 'kysely'
import type { Database, Db } from '#server/db/database.ts'
import { inTeam } from '#server/db/database.ts'
import type { Claims } from './access-token.ts'
import type { Scope } from './scope.ts'

/** How often a member's last activity is written, so that reading does not become writing. */
const activityEvery = 5 * 60_000 // milliseconds

/**
 * The scope of a request: the session still lives and its member is active, at this moment and on every node.
 * @returns undefined where either has ended
 */
export function membership(database: Database, { sub, team, sid }: Claims, now: Date): Promise<Scope | undefined> {
  return inTeam(database, { teamId: team }, async (db) => {
    const row = await selectMember(db, team, sub, sid)
    if (!row) return undefined
    if (now.getTime() - (row.last_active_at?.getTime() ?? 0) > activityEvery) await touch(db, team, sub, now)
    // The only place that makes a Scope.
    return { teamId: team, userId: sub, sessionId: sid, signedInAt: row.signed_in_at } as unknown as Scope
  })
}

const selectMember = (db: Db, team: string, user: string, session: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.team_id', '=', 'sessions.team_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .where('sessions.team_id', '=', team)
    .where('sessions.id', '=', session)
    .where('sessions.user_id', '=', user)
    .where('sessions.ended_at', 'is', null)
    .where('users.is_active', '=', true)
    .select(['sessions.signed_in_at', 'users.last_active_at'])
    .executeTakeFirst()

const touch = (db: Db, team: string, user: string, now: Date) =>
  sql`update users set last_active_at = ${now} where team_id = ${team} and id = ${user}`.execute(db)
