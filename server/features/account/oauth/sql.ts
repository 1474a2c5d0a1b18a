import { type Insertable, sql } from 'kysely'
import type { Grant } from '#contract/grants.ts'
import type { Page } from '#contract/fields.ts'
import type { TokenScope } from '#contract/tokens.ts'
import type { Scope } from '#server/access/scope.ts'
import { hasAccess } from '#server/db/accounts/access-pause.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { inZone } from '#server/db/fragments/in-zone.ts'
import type { Tables } from '#server/db/schema/tables.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type Key = { teamId: string; id: string }
type Json = Record<string, unknown>

/** Inserts a grant, and its row in `access_tokens`, which has no token. */
export async function insertGrant(
  db: Db,
  { teamId, userId }: Member,
  grant: Pick<Insertable<Tables['access_tokens']>, 'id' | 'name' | 'scopes' | 'expires_on' | 'created_at'> & {
    client_id: string
  },
): Promise<void> {
  const { client_id, ...access } = grant
  await db
    .insertInto('access_tokens')
    .values({ team_id: teamId, user_id: userId, token_hash: null, ...access })
    .execute()
  await db.insertInto('oauth_grants').values({ team_id: teamId, id: grant.id, client_id }).execute()
}

export type LiveGrant = {
  user_id: string
  client_id: string
  scopes: TokenScope[]
  code_hash: Buffer | null
  code: Json | null
  code_used_at: Date | null
  refresh_hash: Buffer | null
  refresh: Json | null
  previous_hash: Buffer | null
  rotated_at: Date | null
}

/** Returns a valid grant of an active member. @param since a grant that was not refreshed after this time has ended */
export async function selectGrant(
  db: Db,
  { teamId, id }: Key,
  { now, since }: { now: Date; since: Date },
): Promise<LiveGrant | undefined> {
  const { rows } = await sql<LiveGrant>`
    select token.user_id, token.scopes, g.client_id, g.code_hash, g.code, g.code_used_at, g.refresh_hash, g.refresh,
      g.previous_hash, g.rotated_at
    from oauth_grants g join access_tokens token on token.team_id = g.team_id and token.id = g.id
      join users u on u.team_id = g.team_id and u.id = token.user_id
      join teams t on t.id = g.team_id
    where g.team_id = ${teamId} and token.team_id = ${teamId} and u.team_id = ${teamId} and t.id = ${teamId}
      and g.id = ${id} and ${hasAccess('u')}
      and token.expires_on >= (${now}::timestamptz at time zone t.time_zone)::date
      and coalesce(g.rotated_at, token.created_at) >= ${since}`.execute(db)
  return rows[0]
}

const update = (db: Db, { teamId, id }: Key) =>
  db.updateTable('oauth_grants').where((is) => is.and({ team_id: teamId, id }))

export const updateCode = (db: Db, key: Key, code: { hash: Buffer; content: Json }) =>
  update(db, key).set({ code_hash: code.hash, code: code.content }).execute()

/** Marks the code as used. @returns whether this is the first use of the code */
export const updateCodeUsed = (db: Db, key: Key, now: Date): Promise<boolean> =>
  hasRow(update(db, key).set({ code_used_at: now }).where('code_used_at', 'is', null).returning('id'))

type Refresh = { hash: Buffer; content: Json; now: Date }

const newRefresh = ({ hash, content, now }: Refresh) => ({
  refresh_hash: hash,
  refresh: content,
  rotated_at: now,
})

/** Stores the first refresh token. @returns false if the grant has a refresh token already, or does not exist */
export const updateFirstRefresh = (db: Db, key: Key, refresh: Refresh): Promise<boolean> =>
  hasRow(update(db, key).set(newRefresh(refresh)).where('refresh_hash', 'is', null).returning('id'))

/** Replaces the current refresh token. @returns false if `previous` is not the current one, or the grant has ended */
export const updateRefresh = (db: Db, key: Key, previous: Buffer, refresh: Refresh): Promise<boolean> =>
  hasRow(
    update(db, key)
      .set({ ...newRefresh(refresh), previous_hash: previous })
      .where('refresh_hash', '=', previous)
      .returning('id'),
  )

/** Returns whether this is the current refresh token. */
export const selectIsCurrent = (db: Db, { teamId, id }: Key, hash: Buffer): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('oauth_grants')
      .where((is) => is.and({ team_id: teamId, id, refresh_hash: hash }))
      .select('id'),
  )

export const selectGrants = (db: Db, { teamId, userId }: Member, { limit, offset }: Page): Promise<Grant[]> =>
  db
    .selectFrom('access_tokens')
    .innerJoin('oauth_grants', (join) =>
      join
        .onRef('oauth_grants.team_id', '=', 'access_tokens.team_id')
        .onRef('oauth_grants.id', '=', 'access_tokens.id'),
    )
    .innerJoin('teams', 'teams.id', 'access_tokens.team_id')
    .where((is) => is.and({ 'access_tokens.team_id': teamId, 'oauth_grants.team_id': teamId, user_id: userId }))
    .where('refresh_hash', 'is not', null)
    .select(['access_tokens.id', 'access_tokens.name as client_name', 'scopes', 'expires_on'])
    .select(inZone<string | null>('access_tokens.used_at').as('last_used_at'))
    .orderBy('access_tokens.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function selectOwner(db: Db, { teamId, id }: Key): Promise<{ user_id: string; name: string } | undefined> {
  return db
    .selectFrom('access_tokens')
    .where((is) => is.and({ team_id: teamId, id }))
    .where('token_hash', 'is', null)
    .select(['user_id', 'name'])
    .executeTakeFirst()
}

/**
 * Deletes a grant. Its other rows are deleted together with its row in `access_tokens`.
 * @param userId deletes the grant only if it belongs to this member
 * @returns whether the grant existed
 */
export const deleteGrant = (db: Db, { teamId, id }: Key, userId?: string): Promise<boolean> =>
  hasRow(
    db
      .deleteFrom('access_tokens')
      .where((is) => is.and({ team_id: teamId, id, ...(userId !== undefined && { user_id: userId }) }))
      .where('token_hash', 'is', null)
      .returning('id'),
  )

/** Deletes grants whose code no program has exchanged, and grants that no program has refreshed for a while. */
export const deleteOldGrants = (db: Db, before: { unfetched: Date; idle: Date }) =>
  sql`
    delete from access_tokens token using oauth_grants g
    where g.team_id = token.team_id and g.id = token.id
      and (g.refresh_hash is null and token.created_at < ${before.unfetched}
        or coalesce(g.rotated_at, token.created_at) < ${before.idle})`.execute(db)

/** Returns the metadata of a program. Returns none for an id with a NUL character, which PostgreSQL would refuse. */
export const selectClient = async (db: Db, id: string): Promise<Json | undefined> =>
  id.includes('\0')
    ? undefined
    : (await db.selectFrom('oauth_clients').where('id', '=', id).select('metadata').executeTakeFirst())?.metadata

export const insertClient = (db: Db, client: { id: string; metadata: Json; now: Date }) =>
  db.insertInto('oauth_clients').values({ id: client.id, metadata: client.metadata, created_at: client.now }).execute()

/** Marks a program as used, and stores the description that it has now. */
export const upsertUsedClient = (db: Db, { id, metadata, now }: { id: string; metadata: Json; now: Date }) =>
  db
    .insertInto('oauth_clients')
    .values({ id, metadata, created_at: now, used_at: now })
    .onConflict((is) => is.column('id').doUpdateSet({ metadata, used_at: now }))
    .execute()

export const deleteOldClients = (db: Db, before: { unused: Date; used: Date }) =>
  db
    .deleteFrom('oauth_clients')
    .where((is) =>
      is.or([
        is('used_at', '<', before.used),
        is.and([is('used_at', 'is', null), is('created_at', '<', before.unused)]),
      ]),
    )
    .execute()

/** Deletes the oldest unused programs if there are more than `most`. */
export const deleteSurplusClients = (db: Db, most: number) =>
  db
    .deleteFrom('oauth_clients')
    .where('used_at', 'is', null)
    .where('id', 'in', (is) =>
      is
        .selectFrom('oauth_clients')
        .where('used_at', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(most)
        .select('id'),
    )
    .execute()

/** Deletes the oldest requests if there are more than `most`. */
export const deleteSurplusRequests = (db: Db, most: number) =>
  db
    .deleteFrom('oauth_requests')
    .where('id', 'in', (is) => is.selectFrom('oauth_requests').orderBy('expires_at', 'desc').offset(most).select('id'))
    .execute()

export const selectRequest = async (db: Db, id: string, now: Date): Promise<Json | undefined> =>
  (
    await db
      .selectFrom('oauth_requests')
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .select('content')
      .executeTakeFirst()
  )?.content

export const upsertRequest = (db: Db, request: { id: string; content: Json; expiresAt: Date }) => {
  const values = { content: request.content, expires_at: request.expiresAt }
  return db
    .insertInto('oauth_requests')
    .values({ id: request.id, ...values })
    .onConflict((is) => is.column('id').doUpdateSet(values))
    .execute()
}

/** Binds a new request to the browser in which it began. */
export const updateBrowser = (db: Db, id: string, browser: Buffer) =>
  db
    .updateTable('oauth_requests')
    .set({ browser_hash: browser })
    .where('id', '=', id)
    .where('browser_hash', 'is', null)
    .execute()

export const selectIsOfBrowser = (db: Db, id: string, browser: Buffer): Promise<boolean> =>
  hasRow(db.selectFrom('oauth_requests').where('id', '=', id).where('browser_hash', '=', browser).select('id'))

export const deleteRequest = (db: Db, id: string) => db.deleteFrom('oauth_requests').where('id', '=', id).execute()

export const deleteOldRequests = (db: Db, now: Date) =>
  db.deleteFrom('oauth_requests').where('expires_at', '<=', now).execute()
