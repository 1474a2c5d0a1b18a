import { sql } from 'kysely'
import type { MemberSetups } from '#contract/member-setups.ts'
import { webhookProviders } from '#contract/providers.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/has-row.ts'

type Member = { teamId: string; userId: string }

export const selectIsMember = (db: Db, { teamId, userId }: Member): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('users')
      .where((is) => is.and({ team_id: teamId, id: userId }))
      .where('left_at', 'is', null)
      .select('id'),
  )

/** Returns the webhooks that are on and that the member made, or was the last to change. */
export const selectWebhooks = (db: Db, { teamId, userId }: Member): Promise<MemberSetups['webhooks']> =>
  db
    .selectFrom('webhooks')
    .where('team_id', '=', teamId)
    .where('stopped_at', 'is', null)
    .where((is) => is.or([is('created_by', '=', userId), is('changed_by', '=', userId)]))
    .select(['id', 'url'])
    .orderBy('id')
    .execute()

/** Returns the places for the team's notifications that the member connected. */
export async function selectPlaces(db: Db, { teamId, userId }: Member): Promise<MemberSetups['connections']> {
  const { rows } = await sql<MemberSetups['connections'][number]>`
    select 'slack' as provider, name as account from slack_workspaces
    where team_id = ${teamId} and coalesce(chosen_by, installed_by) = ${userId}
    union all
    select provider, account from connections
    where team_id = ${teamId} and user_id = ${userId} and provider = any(${webhookProviders}::text[])`.execute(db)
  return rows
}

export async function countInvitations(db: Db, { teamId, userId }: Member, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .where((is) => is.and({ team_id: teamId, invited_by: userId }))
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', now)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const selectChoseSlack = (db: Db, { teamId, userId }: Member, from: Date): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('slack_workspaces')
      .where((is) => is.and({ team_id: teamId, chosen_by: userId }))
      .where('chosen_at', '>=', from)
      .select('team_id'),
  )

type Since = { from: Date; now: Date }

/** The row `u` was named an administrator by the member since then. */
const isNamedSince = ({ userId }: Member, { from }: Since) =>
  sql`(u.named_by is not distinct from ${userId} and u.named_at >= ${from} and u.id <> ${userId})`

/** The team has an active administrator whom the member did not name since then. */
const hasOther = (member: Member, since: Since) => sql`exists (
  select from users u
  where u.team_id = ${member.teamId} and u.is_admin and u.is_active and not coalesce(${isNamedSince(member, since)}, false)
)`

/**
 * Gives a member the right back that they lost since then, if only administrators whom they named since then are left: one of
 * those has taken it.
 * @returns whether the member got it back
 */
export async function restoreAdministrator(db: Db, member: Member, since: Since): Promise<boolean> {
  const { teamId, userId } = member
  const { rows } = await sql`
    update users set is_admin = true
    where team_id = ${teamId} and id = ${userId} and is_active and not is_admin and administrator_until >= ${since.from}
      and not ${hasOther(member, since)}
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Takes the right back from administrators whom the member named. Keeps it if the team would have no active administrator.
 * @returns the ids of the former administrators
 */
export async function dropAdministrators(db: Db, member: Member, since: Since): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update users u set is_admin = false, administrator_until = ${since.now}
    where u.team_id = ${member.teamId} and ${isNamedSince(member, since)} and u.is_admin and ${hasOther(member, since)}
    returning u.id`.execute(db)
  return rows.map(({ id }) => id)
}
