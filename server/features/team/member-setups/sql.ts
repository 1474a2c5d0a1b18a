import { sql } from 'kysely'
import type { MemberSetups } from '#contract/member-setups.ts'
import { webhookProviders } from '#contract/providers.ts'
import type { Db } from '#server/db/database.ts'
import { webhookActs } from '#server/db/fragments/webhook-acts.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

type Member = { teamId: string; userId: string }

export const selectIsMember = (db: Db, { teamId, userId }: Member): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('users')
      .where((is) => is.and({ team_id: teamId, id: userId }))
      .where('left_at', 'is', null)
      .select('id'),
  )

/** Returns the active webhooks, with encrypted addresses, that the member made, changed or resumed. */
export const selectWebhooks = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('webhooks')
    .where('team_id', '=', teamId)
    .where('stopped_at', 'is', null)
    .where(sql<boolean>`exists (select from ${webhookActs} where act.by = ${userId})`)
    .select(['id', 'url', 'host'])
    .orderBy('id')
    .execute()

/** Returns the team's chat destinations that the member connected, or in which the member chose the channel. */
export async function selectDestinations(db: Db, { teamId, userId }: Member): Promise<MemberSetups['connections']> {
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
    .where('team_id', '=', teamId)
    .where((is) => is.or({ invited_by: userId, resent_by: userId }))
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

/** Lets only invited people join again, if this member opened the team since a moment. */
export const closeTeam = (db: Db, { teamId, userId }: Member, from: Date) =>
  db
    .updateTable('teams')
    .set({ invited_only: true, opened_by: null, opened_at: null })
    .where((is) => is.and({ id: teamId, opened_by: userId }))
    .where('opened_at', '>=', from)
    .execute()

/**
 * Sets whether a member is active and an administrator. Must run before `dropAdministrators`, so that the team always
 * has an administrator.
 */
export const updateStanding = (
  db: Db,
  { teamId, userId }: Member,
  { isActive, isAdmin }: { isActive: boolean; isAdmin: boolean },
) =>
  db
    .updateTable('users')
    .set({ is_active: isActive, is_admin: isAdmin, ...(isActive && { deactivated_at: null }) })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()

export const updateDeactivated = (db: Db, { teamId, userId }: Member, now: Date) =>
  db
    .updateTable('users')
    .set({ is_active: false, is_admin: false, deactivated_at: now })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()

export const dropAdministrators = (db: Db, { teamId }: Pick<Member, 'teamId'>, ids: readonly string[], now: Date) =>
  db
    .updateTable('users')
    .set({ is_admin: false, administrator_until: now })
    .where('team_id', '=', teamId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
