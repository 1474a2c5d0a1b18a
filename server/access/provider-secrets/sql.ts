import type { ExpressionBuilder } from 'kysely'
import type { Provider } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

const own =
  ({ teamId, userId }: Member, provider: Provider) =>
  (is: ExpressionBuilder<Tables, 'connections'>) =>
    is.and({ team_id: teamId, user_id: userId, provider })

export const selectGrant = (db: Db, member: Member, provider: Provider) =>
  db.selectFrom('connections').where(own(member, provider)).select(['account', 'subject', 'secret']).executeTakeFirst()

export const selectSecrets = (db: Db) =>
  db
    .selectFrom('connections')
    .where('secret', 'is not', null)
    .select(['team_id', 'user_id', 'provider', 'secret'])
    .execute()

/** @param change.from the expected secret: if the stored secret differs, nothing changes */
export const updateSecret = (db: Db, member: Member, provider: Provider, change: { from: string; to: string }) =>
  db
    .updateTable('connections')
    .set({ secret: change.to })
    .where(own(member, provider))
    .where('secret', '=', change.from)
    .execute()
