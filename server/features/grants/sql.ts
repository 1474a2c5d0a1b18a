import type { Provider } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

export const selectGrant = (db: Db, { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>, provider: Provider) =>
  db
    .selectFrom('connections')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .select(['account', 'subject', 'secret'])
    .executeTakeFirst()

export const selectSecrets = (db: Db) =>
  db
    .selectFrom('connections')
    .where('secret', 'is not', null)
    .select(['team_id', 'user_id', 'provider', 'secret'])
    .execute()

/** @param change.from what is replaced: a secret that has changed meanwhile stays */
export const updateSecret = (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  provider: Provider,
  change: { from: Buffer; to: Buffer },
) =>
  db
    .updateTable('connections')
    .set({ secret: change.to })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('secret', '=', change.from)
    .execute()
