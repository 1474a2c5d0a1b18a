import { type Insertable, sql } from 'kysely'
import type { Passkey } from '#contract/passkeys.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { deleteIdentity, insertIdentity, selectIdentity } from '#server/db/accounts/identities.ts'
import { inZone } from '#server/db/fragments/in-zone.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

const own = (db: Db, { teamId, userId }: Member) =>
  db.selectFrom('passkeys').where('passkeys.team_id', '=', teamId).where('passkeys.user_id', '=', userId)

const select = (db: Db, member: Member) =>
  own(db, member)
    .innerJoin('teams', 'teams.id', 'passkeys.team_id')
    .select(['passkeys.id', 'passkeys.name', inZone('passkeys.created_at').as('created_at')])
    .select(inZone<string | null>('passkeys.used_at').as('used_at'))

export const selectPasskeys = (db: Db, member: Member): Promise<Passkey[]> =>
  select(db, member).orderBy('passkeys.id').execute()

export const selectPasskey = (db: Db, member: Member, id: string): Promise<Passkey> =>
  select(db, member).where('passkeys.id', '=', id).executeTakeFirstOrThrow()

/** Returns the credentials by which an authenticator recognizes passkeys that it already has. */
export const selectCredentials = (db: Db, member: Member) =>
  own(db, member).select(['credential_id as id', 'transports']).execute()

/** Returns the name and the email that an authenticator shows for the member. */
export const selectUser = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select(['email', 'display_name'])
    .executeTakeFirstOrThrow()

/** @returns false if another account has the credential already, in any team */
export async function insertPasskey(
  db: Db,
  { teamId, userId }: Member,
  passkey: Omit<Insertable<Tables['passkeys']>, 'team_id' | 'user_id'>,
): Promise<boolean> {
  if (!(await insertIdentity(db, { teamId, userId }, 'passkey', passkey.credential_id))) return false
  await db
    .insertInto('passkeys')
    .values({ team_id: teamId, user_id: userId, ...passkey })
    .execute()
  return true
}

/** @returns whether the passkey is the member's */
export const updateName = (db: Db, { teamId, userId }: Member, id: string, name: string): Promise<boolean> =>
  hasRow(
    db
      .updateTable('passkeys')
      .set({ name })
      .where((is) => is.and({ team_id: teamId, user_id: userId, id }))
      .returning('id'),
  )

/**
 * Deletes passkeys of a member, with their entries in `identities`.
 * @param only limits the deletion to one passkey, or to passkeys that were added from a moment on
 * @returns whether a passkey was deleted
 */
export async function deletePasskeys(
  db: Db,
  { teamId, userId }: Member,
  { id, from }: { id?: string; from?: Date } = {},
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .$if(id !== undefined, (those) => those.where('id', '=', id!))
    .$if(from !== undefined, (those) => those.where('created_at', '>=', from!))
    .returning('credential_id')
    .execute()
  for (const { credential_id } of deleted) await deleteIdentity(db, 'passkey', credential_id)
  return deleted.length > 0
}

/**
 * Returns true if the member has one passkey, and no other way to sign in.
 * @param providers the providers with which sign-ins are possible
 */
export async function isOnlyLogin(db: Db, { teamId, userId }: Member, providers: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ is_only: boolean }>`
    select count(*) = 1
           and not exists (select from credentials where team_id = ${teamId} and user_id = ${userId})
           and not exists (select from connections
                           where team_id = ${teamId} and user_id = ${userId} and subject is not null
                             and provider = any(${providers}::text[])) as is_only
    from passkeys where team_id = ${teamId} and user_id = ${userId}`.execute(db)
  return rows[0]!.is_only
}

/** Returns whether the passkey still exists. */
export const selectIsThere = (db: Db, { team_id, user_id, id }: { team_id: string; user_id: string; id: string }) =>
  hasRow(
    db
      .selectFrom('passkeys')
      .where((is) => is.and({ team_id, user_id, id }))
      .select('id'),
  )

/** Returns the owner of a passkey, in any team, and the key that verifies its signatures. */
export async function selectCredential(db: Db, credentialId: string) {
  const member = await selectIdentity(db, 'passkey', credentialId)
  return (
    member &&
    own(db, member)
      .innerJoin('users', (join) =>
        join.onRef('users.team_id', '=', 'passkeys.team_id').onRef('users.id', '=', 'passkeys.user_id'),
      )
      .leftJoin('credentials', (join) =>
        join.onRef('credentials.team_id', '=', 'users.team_id').onRef('credentials.user_id', '=', 'users.id'),
      )
      .where((is) => is.and({ 'users.team_id': member.teamId, credential_id: credentialId }))
      .select(['passkeys.team_id', 'passkeys.user_id', 'passkeys.id', 'public_key', 'counter', 'is_active'])
      .select('credentials.changed_at')
      .executeTakeFirst()
  )
}

/**
 * Records a use of a passkey, with the counter of the authenticator. The counter stays 0 if the authenticator does not
 * count.
 * @returns false if another use was recorded first
 */
export const updateUsed = (
  db: Db,
  { team_id, id }: { team_id: string; id: string },
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('passkeys')
      .set({ counter, used_at: now })
      .where((is) => is.and({ team_id, id }))
      .where(sql<boolean>`(counter < ${counter} or counter = 0)`)
      .returning('id'),
  )
