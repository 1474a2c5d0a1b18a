import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What waits in each of the tables whose rows have a job of their own. */
const waiting = {
  chat_posts: sql`due_at is not null`,
  webhook_deliveries: sql`state = 'waiting'`,
}

/** Of every team, what is due and may have lost its job: a process was killed, a job could not run. The first due comes first. */
export async function selectDue(
  db: Db,
  table: keyof typeof waiting,
  now: Date,
  most = 1_000,
): Promise<{ teamId: string; id: string }[]> {
  const { rows } = await sql<{ teamId: string; id: string }>`
    select team_id as "teamId", id from ${sql.table(table)}
    where ${waiting[table]} and due_at <= ${now} order by due_at limit ${most}`.execute(db)
  return rows
}
