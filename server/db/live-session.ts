import type { Db } from './database.ts'

/** A session that has not ended, of a member who is active. */
export const liveSession = (db: Db, { teamId, id }: { teamId: string; id: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.team_id', '=', 'sessions.team_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .where((is) => is.and({ 'sessions.team_id': teamId, 'sessions.id': id }))
    .where('sessions.ended_at', 'is', null)
    .where('users.is_active', '=', true)
