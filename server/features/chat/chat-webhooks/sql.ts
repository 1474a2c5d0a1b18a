import type { WebhookProvider } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

export const selectLanguage = (db: Db, { teamId }: Pick<Scope, 'teamId'>) =>
  db.selectFrom('teams').where('id', '=', teamId).select('language').executeTakeFirstOrThrow()

/** Returns the member who has connected the webhook. */
export const selectOwner = (db: Db, { teamId }: Pick<Scope, 'teamId'>, provider: WebhookProvider) =>
  db
    .selectFrom('connections')
    .where((is) => is.and({ team_id: teamId, provider }))
    .select('user_id')
    .executeTakeFirst()
