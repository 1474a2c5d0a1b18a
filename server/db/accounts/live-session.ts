import { sql } from 'kysely'

/**
 * A session `s` that has not ended, of an active member `u`. Raw SQL because every request runs it: building it with
 * Kysely takes longer than PostgreSQL needs to run it.
 */
export const liveSession = ({ teamId, id }: { teamId: string; id: string }) => sql`
  from sessions s join users u on u.team_id = s.team_id and u.id = s.user_id
  where s.team_id = ${teamId} and s.id = ${id} and s.ended_at is null and u.is_active`
