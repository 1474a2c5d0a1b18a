import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/db/database.ts'

/** Returns the recipient of an email about an account. `team_language`: used if the owner has chosen no language. */
export const selectOwner = (db: Db, { teamId, userId }: { teamId: string; userId: string }) =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where((is) => is.and({ 'users.team_id': teamId, 'users.id': userId }))
    .select([
      'users.email',
      'users.email_proven_at',
      'users.email_set_by_directory',
      'users.display_name',
      'users.settings',
    ])
    .select('teams.name as team')
    .select((columns) => columns.ref('teams.language').$castTo<Language>().as('team_language'))
    .executeTakeFirstOrThrow()

type Member = { teamId: string; userId: string }

/**
 * Returns when a session of this member began. If an administrator acts on the member, the administrator's session does
 * not count.
 */
export async function selectBegin(db: Db, { teamId, userId }: Member, sessionId: string): Promise<Date | undefined> {
  const session = await db
    .selectFrom('sessions')
    .where((is) => is.and({ team_id: teamId, user_id: userId, id: sessionId }))
    .select('signed_in_at')
    .executeTakeFirst()
  return session?.signed_in_at
}
