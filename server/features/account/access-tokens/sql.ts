import type { Insertable } from 'kysely'
import type { Page } from '#contract/fields.ts'
import type { AccessToken } from '#contract/tokens.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { inZone } from '#server/db/fragments/in-zone.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

export const insertToken = (
  db: Db,
  { teamId, userId }: Member,
  token: Omit<Insertable<Tables['access_tokens']>, 'team_id' | 'user_id'>,
) =>
  db
    .insertInto('access_tokens')
    .values({ team_id: teamId, user_id: userId, ...token })
    .execute()

/**
 * Selects the tokens that the member made. Leaves out the grants of programs (`features/account/oauth`), which have no
 * hash.
 */
const select = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('teams', 'teams.id', 'access_tokens.team_id')
    .where((is) => is.and({ 'access_tokens.team_id': teamId, user_id: userId }))
    .where('token_hash', 'is not', null)
    .select(['access_tokens.id', 'access_tokens.name', 'scopes', 'expires_on'])
    .select([
      inZone('access_tokens.created_at').as('created_at'),
      inZone<string | null>('access_tokens.used_at').as('used_at'),
    ])

export const selectTokens = (db: Db, member: Member, { limit, offset }: Page): Promise<AccessToken[]> =>
  select(db, member).orderBy('access_tokens.id', 'desc').limit(limit).offset(offset).execute()

export const selectToken = (db: Db, member: Member, id: string): Promise<AccessToken> =>
  select(db, member).where('access_tokens.id', '=', id).executeTakeFirstOrThrow()

export const selectIsThere = (db: Db, member: Member, id: string): Promise<boolean> =>
  hasRow(select(db, member).where('access_tokens.id', '=', id))

/** Counts the tokens of a member, also the expired ones. */
export async function countTokens(db: Db, member: Member): Promise<number> {
  const { count } = await db
    .selectFrom('access_tokens')
    .where((is) => is.and({ team_id: member.teamId, user_id: member.userId }))
    .where('token_hash', 'is not', null)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const deleteOf = (db: Db, { teamId, userId }: Member) =>
  db.deleteFrom('access_tokens').where('team_id', '=', teamId).where('user_id', '=', userId)

/** Deletes a token of the member. @returns whether the member had this token */
export const deleteToken = (db: Db, member: Member, id: string): Promise<boolean> =>
  hasRow(deleteOf(db, member).where('id', '=', id).where('token_hash', 'is not', null).returning('id'))

/** Deletes all tokens of a member, and all grants. */
export const deleteTokens = (db: Db, member: Member) => deleteOf(db, member).execute()

/** Deletes a member's tokens and grants that were made at or after `from`. */
export const deleteTokensSince = (db: Db, member: Member, from: Date) =>
  deleteOf(db, member).where('created_at', '>=', from).execute()
