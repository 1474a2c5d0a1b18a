import { sql } from 'kysely'
import { noPictures } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { deleteLogin } from '#server/db/accounts/logins.ts'

/** Returns whether another member of the team is active. */
export const selectHasColleague = (db: Db, { teamId, userId }: Scope): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('users')
      .where((is) => is.and({ team_id: teamId, is_active: true }))
      .where('id', '!=', userId)
      .select('id'),
  )

/** Returns whether a password link for the member was used after a moment. */
export const selectHasUsedLink = (db: Db, { teamId, userId }: Scope, since: Date): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('password_links')
      .where((is) => is.and({ team_id: teamId, user_id: userId }))
      .where('used_at', '>', since)
      .select('id'),
  )

/** Returns whether a member gave this member the administrator right after `since`. */
export const selectWasAppointed = (db: Db, { teamId, userId }: Scope, since: Date): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('member_decisions')
      .where((is) => is.and({ team_id: teamId, user_id: userId, is_admin: true }))
      .where('by_id', 'is not', null)
      .where('at', '>', since)
      .select('id'),
  )

export const personal = [
  'absences',
  'credentials',
  'sessions',
  'access_tokens',
  'provisioned_users',
  'mail_links',
  'password_links',
  'deleted_insights',
  'frequent_tasks',
  'backlog_syncs',
  'issue_import_rows',
  'issue_imports',
  'done_items',
  'report_reads',
  'report_drafts',
  'report_reactions',
  'mentions',
  'outbox',
] as const

/** Deletes the member's personal data, and the items imported in their name. */
export async function deletePersonal(db: Db, { teamId, userId }: Scope): Promise<void> {
  for (const table of personal)
    await db.deleteFrom(table).where('team_id', '=', teamId).where('user_id', '=', userId).execute()
  // Keeps the rows of imports by others, and of imports into reports of others: an administrator may still undo them.
  await sql`
    delete from report_import_rows x where x.team_id = ${teamId} and x.user_id = ${userId} and (
      x.filed_at is null or exists (
        select from report_imports i where i.team_id = ${teamId} and i.id = x.import_id and i.user_id = ${userId}
      )
    )`.execute(db)
  await sql`
    delete from report_imports i where i.team_id = ${teamId} and i.user_id = ${userId} and not exists (
      select from report_import_rows x where x.team_id = ${teamId} and x.import_id = i.id
    )`.execute(db)
  await db.deleteFrom('backlog_items').where('team_id', '=', teamId).where('imported_by', '=', userId).execute()
  await db
    .deleteFrom('invitations')
    .where('team_id', '=', teamId)
    .where((is) => is.or({ invited_by: userId, resent_by: userId }))
    .execute()
}

/** Removes all personal data of the member except the name. */
export const updateLeft = (db: Db, { teamId, userId }: Scope, now: Date) => {
  const nowhere = `${userId}@left.invalid`
  return db
    .updateTable('users')
    .set({
      email: nowhere,
      email_key: nowhere,
      email_proven_at: null,
      pending_email: null,
      settings: '{}',
      ...noPictures,
      last_active_at: null,
      writes: true,
      time_zone: null,
      working_days: null,
      reminder_hour: null,
      reminded_on: null,
      is_active: false,
      is_admin: false,
      company_sign_in_at: null,
      pause_notice_at: null,
      access_paused: null,
      deactivated_at: now,
      left_at: now,
      updated_at: now,
    })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()
}

/**
 * Moves the team's Slack to another active member, administrators first: it would be deleted with the leaving member.
 */
export const handOverWorkspace = (db: Db, { teamId, userId }: Scope) =>
  sql`
    update slack_workspaces w set installed_by = u.id
    from (select id from users where team_id = ${teamId} and id <> ${userId} and is_active
          order by is_admin desc, created_at, id limit 1) u
    where w.team_id = ${teamId} and w.installed_by = ${userId}`.execute(db)

/**
 * Clears the member as the maker of password links, as the member who chose the team's Slack and its channels, and as
 * the creator of the team.
 */
export async function forgetSetups(db: Db, { teamId, userId }: Scope): Promise<void> {
  await db
    .updateTable('password_links')
    .set({ made_by: null })
    .where((is) => is.and({ team_id: teamId, made_by: userId }))
    .execute()
  await sql`
    update slack_workspaces set chosen_by = null, chosen_at = null
    where team_id = ${teamId} and chosen_by = ${userId}`.execute(db)
  await db
    .updateTable('slack_channels')
    .set({ chosen_by: null })
    .where((is) => is.and({ team_id: teamId, chosen_by: userId }))
    .execute()
  await db
    .updateTable('teams')
    .set({ opened_by: null })
    .where((is) => is.and({ id: teamId, opened_by: userId }))
    .execute()
}

/**
 * Clears the member as the maker of imports into reports of others, so that these imports can still be undone. Imports
 * into only the member's own reports are deleted with the member.
 */
export const forgetImporter = (db: Db, { teamId, userId }: Scope) =>
  sql`
    update report_imports i set user_id = null where i.team_id = ${teamId} and i.user_id = ${userId} and exists (
      select from report_import_rows x where x.team_id = ${teamId} and x.import_id = i.id and x.user_id <> ${userId}
    )`.execute(db)

/**
 * Deletes the member's data that no foreign key deletes: stored responses, sign-ups and invitations of their proven
 * address, and likes of deleted insights.
 */
export async function deleteUnreferenced(db: Db, { teamId, userId }: Scope): Promise<void> {
  await db
    .deleteFrom('write_keys')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .execute()
  const { email_key, email_proven_at } = await db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select(['email_key', 'email_proven_at'])
    .executeTakeFirstOrThrow()
  await deleteLogin(db, email_key)
  const ofAddress = db.deleteFrom('invitations').where((is) => is.and({ team_id: teamId, email_key }))
  await ofAddress.where('accepted_at', 'is not', null).execute()
  // Other invitations can be for the owner of an address that the member never proved (E1.14, E1.16).
  if (email_proven_at !== null) {
    await ofAddress.execute()
    await db.deleteFrom('pending_registrations').where('email_key', '=', email_key).execute()
  }
  await sql`
    update deleted_insights
    set likes = jsonb_path_query_array(likes, '$[*] ? (@.user_id != $member)', jsonb_build_object('member', ${userId}::text))
    where team_id = ${teamId} and likes @> jsonb_build_array(jsonb_build_object('user_id', ${userId}::text))`.execute(
    db,
  )
}

/** Deletes the member's row, and with it all rows that refer to it. */
export async function deleteUser(db: Db, { teamId, userId }: Scope): Promise<void> {
  await db.deleteFrom('users').where('team_id', '=', teamId).where('id', '=', userId).execute()
}
