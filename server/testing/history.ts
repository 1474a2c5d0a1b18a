import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Insights of years, one every three hours up to that day: enough for PostgreSQL to prefer an index. */
export const addYearsOfInsights = (db: Db, { teamId, userId }: { teamId: string; userId: string }, until: string) =>
  sql`
    insert into insights (team_id, id, user_id, type, note, created_at)
    select ${teamId}, gen_random_uuid(), ${userId}, 'keep', 'x', ${until}::timestamptz - n * interval '3 hours'
    from generate_series(1, 8000) n`.execute(db)
