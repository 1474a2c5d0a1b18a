import type { Language } from '#contract/languages.ts'
import type { Team, TeamChange } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

export async function updateTeam(db: Db, { teamId }: Scope, { language, reminder_hour }: TeamChange): Promise<Team> {
  const row = await db
    .updateTable('teams')
    .set(({ ref }) => ({
      language: language ?? ref('language'),
      reminder_hour: reminder_hour === undefined ? ref('reminder_hour') : reminder_hour,
    }))
    .where('id', '=', teamId)
    .returning(['id', 'name', 'time_zone', 'language', 'reminder_hour'])
    .executeTakeFirstOrThrow()
  return { ...row, language: row.language as Language }
}
