import { sql } from 'kysely'
import type { Registration } from '#contract/users.ts'
import type { Db } from '#server/db/database.ts'

export type Team = { id: string; name: string; timeZone: string; language: string }

/** The deployment's one team; of several first sign-ups at once, one makes it. */
export async function firstTeam(db: Db, team: Team): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first team', 0))`.execute(db)
  const first = await db
    .selectFrom('teams')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.id ?? insertTeam(db, team)
}

export async function insertTeam(db: Db, { id, name, timeZone, language }: Team): Promise<string> {
  await db.insertInto('teams').values({ id, name, time_zone: timeZone, language }).execute()
  return id
}

export const insertUser = (
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
  { first_name, family_name, preferred_name, email }: Omit<Registration, 'password'>,
  more: { emailKey: string; provenAt: Date | null; settings: unknown },
) =>
  db
    .insertInto('users')
    .values({
      team_id: teamId,
      id: userId,
      first_name,
      family_name,
      preferred_name,
      email,
      email_key: more.emailKey,
      email_proven_at: more.provenAt,
      settings: JSON.stringify(more.settings),
    })
    .returning(['display_name', 'settings'])
    .executeTakeFirstOrThrow()
