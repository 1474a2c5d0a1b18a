import { sql } from 'kysely'

/** A session `s` that has not ended, of a member `u` who is active. As text, which every request asks: Kysely's builder takes longer than PostgreSQL. */
export const liveSession = ({ teamId, id }: { teamId: string; id: string }) => sql`
  from sessions s join users u on u.team_id = s.team_id and u.id = s.user_id
  where s.team_id = ${teamId} and s.id = ${id} and s.ended_at is null and u.is_active`
