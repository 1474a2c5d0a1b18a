import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

export const selectLanguage = (db: Db, { teamId }: Pick<Scope, 'teamId'>) =>
  db.selectFrom('teams').where('id', '=', teamId).select('language').executeTakeFirstOrThrow()

/** Who of the team has connected its space. */
export const selectOwner = (db: Db, { teamId }: Pick<Scope, 'teamId'>) =>
  db
    .selectFrom('connections')
    .where('team_id', '=', teamId)
    .where('provider', '=', 'google-chat')
    .select('user_id')
    .executeTakeFirst()
