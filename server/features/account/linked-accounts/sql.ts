import { sql } from 'kysely'
import type { Source } from '#contract/backlogs.ts'
import type { Connection } from '#contract/connections.ts'
import { type Provider, webhookProviders } from '#contract/providers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { isConfirmedLink } from '#server/db/fragments/confirmed-link.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import { releaseIdentities } from '#server/db/accounts/identities.ts'

/** Selects the member's connections and, for an administrator, those of the team, made by any member. */
export async function selectConnections(
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select c.provider, c.account, iso_in_zone(c.connected_at, t.time_zone) as connected_at
    from connections c join teams t on t.id = c.team_id
    where c.team_id = ${teamId} and (c.user_id = ${userId} or (c.provider = any(${webhookProviders}::text[])
      and (select is_admin from users where team_id = ${teamId} and id = ${userId})))
    order by c.connected_at, c.provider`.execute(db)
  return rows
}

/**
 * Returns whether the member must connect Slack again: Slack has rejected the workspace's token, or the member's link
 * is not confirmed.
 */
export async function selectNeedsSlackAgain(db: Db, { teamId, userId }: Member): Promise<boolean> {
  const { rows } = await sql`
    select from slack_workspaces where team_id = ${teamId} and disconnected_at is not null
    union all
    select from connections c join users u on u.team_id = c.team_id and u.id = c.user_id
    where c.team_id = ${teamId} and u.team_id = ${teamId} and c.user_id = ${userId} and c.provider = 'slack'
      and not ${isConfirmedLink}`.execute(db)
  return rows.length > 0
}

export const upsertConnection = (
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  {
    provider,
    account,
    subject,
    linkedEmailKey,
    secret,
    now,
  }: {
    provider: Provider
    account: string
    subject: string | null
    linkedEmailKey: string | null
    secret: string | null
    now: Date
  },
) =>
  db
    .insertInto('connections')
    .values({
      team_id: teamId,
      user_id: userId,
      provider,
      account,
      subject,
      linked_email_key: linkedEmailKey,
      secret,
      connected_at: now,
    })
    .onConflict((taken) =>
      taken.columns(['team_id', 'user_id', 'provider']).doUpdateSet({
        account,
        subject,
        linked_email_key: linkedEmailKey,
        secret,
        // A connection to another person at the provider counts as new.
        connected_at: sql<Date>`case when connections.subject is distinct from excluded.subject
          then excluded.connected_at else connections.connected_at end`,
      }),
    )
    .execute()

/** Returns the member's connection to another person at this provider: the new connection replaces it. */
export const selectReplaced = (db: Db, { teamId, userId }: Member, { provider, subject }: Replacing) =>
  db
    .selectFrom('connections')
    .where((is) => is.and({ team_id: teamId, user_id: userId, provider }))
    .where('subject', 'is distinct from', subject)
    .select(['provider', 'subject', 'secret'])
    .execute()

type Replacing = { provider: Provider; subject: string | null }

/** Deletes the team's connections to a provider, made by any member. */
export const deleteTeams = (db: Db, { teamId }: Pick<Scope, 'teamId'>, provider: Provider) =>
  db.deleteFrom('connections').where('team_id', '=', teamId).where('provider', '=', provider).execute()

/**
 * Deletes connections of a member.
 * @param only limits the deletion to a provider, and to connections that were made from a moment on
 * @returns the deleted connections, each with the provider's id of the person
 */
export async function deleteConnections(
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  { provider, from }: { provider?: Provider; from?: Date } = {},
): Promise<Pick<Tables['connections'], 'provider' | 'subject' | 'secret'>[]> {
  const deleted = await db
    .deleteFrom('connections')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .$if(provider !== undefined, (those) => those.where('provider', '=', provider!))
    .$if(from !== undefined, (those) => those.where('connected_at', '>=', from!))
    .returning(['provider', 'subject', 'secret'])
    .execute()
  await releaseIdentities(db, deleted)
  return deleted
}

/** Deletes the member's items that were imported from a tracker, and the state of the tracker's sync. */
export async function deleteImported(db: Db, scope: Member, source: Source): Promise<void> {
  await db
    .deleteFrom('backlog_items')
    .where((is) => is.and({ team_id: scope.teamId, imported_by: scope.userId, source }))
    .execute()
  await deleteOwn(db, 'done_items', scope, source)
  await deleteSync(db, scope, source)
}

type Member = Pick<Scope, 'teamId' | 'userId'>

export async function deleteSync(db: Db, member: Member, source: Source): Promise<void> {
  await deleteOwn(db, 'backlog_syncs', member, source)
  await deleteOwn(db, 'issue_imports', member, source)
}

const deleteOwn = (
  db: Db,
  table: 'done_items' | 'backlog_syncs' | 'issue_imports',
  { teamId, userId }: Member,
  source: Source,
) =>
  db
    .deleteFrom(table)
    .where((is) => is.and({ team_id: teamId, user_id: userId, source }))
    .execute()

/**
 * Returns whether the member signs in with this provider and has no other way to sign in.
 * @param others the other providers with which sign-in is possible
 */
export async function isLastLogin(db: Db, scope: Scope, provider: string, others: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ is_last: boolean }>`
    select bool_or(provider = ${provider}) and not bool_or(provider = any(${others}::text[]))
           and not exists (select from credentials
                           where team_id = ${scope.teamId} and user_id = ${scope.userId})
           and not exists (select from passkeys
                           where team_id = ${scope.teamId} and user_id = ${scope.userId}) as is_last
    from connections
    where team_id = ${scope.teamId} and user_id = ${scope.userId} and subject is not null`.execute(db)
  return rows[0]?.is_last === true
}
