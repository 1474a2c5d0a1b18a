import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '../database.ts'

/** Returns today's date in the team's time zone. */
export async function selectToday(db: Db, { teamId }: Pick<Scope, 'teamId'>, now: Date): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone time_zone)::date as today from teams where id = ${teamId}`.execute(db)
  return rows[0]!.today
}
