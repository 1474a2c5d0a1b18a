import { sql } from 'kysely'
import type { Page } from '#contract/fields.ts'
import type { Me, Profile, Settings, User } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { joinedOn, workingDays, zone } from '#server/db/fragments/due.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

export type Member = Pick<Scope, 'teamId' | 'userId'>

/** The columns of a `User`; Slack is the team's, so it is there for all of them or for none. */
const userColumns = ({ teamId }: Pick<Scope, 'teamId'>) => sql`
  u.id, u.first_name, u.family_name, u.preferred_name, case when u.left_at is null and u.email not like '%@none.invalid' then u.email else '' end as email,
  exists (select from slack_workspaces s where s.team_id = ${teamId}) as is_slack_available,
  u.github_avatar_url, u.github_username, u.google_avatar_url, u.google_username, u.role, u.is_admin, u.writes,
  ${zone} as time_zone, ${workingDays} as working_days, u.is_active, ${joinedOn} as joined_on,
  iso_in_zone(u.deactivated_at, t.time_zone) as deactivated_at,
  iso_in_zone(u.last_active_at, t.time_zone) as last_active, iso_in_zone(u.updated_at, t.time_zone) as updated_at`

export async function selectUsers(db: Db, scope: Scope, page: Page): Promise<User[]> {
  const { rows } = await sql<User>`
    select ${userColumns(scope)} from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} order by u.display_name, u.id ${rowsOfPage(page)}`.execute(db)
  return rows
}

export async function selectUser(db: Db, scope: Pick<Scope, 'teamId'>, id: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${userColumns(scope)} from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} and u.id = ${id}`.execute(db)
  return rows[0]
}

type MeRow = Omit<Me, 'settings' | 'connections' | 'sign_up_domains' | 'newcomers' | 'newcomers_total'> & {
  settings: unknown
}

export async function selectMe(db: Db, scope: Member): Promise<MeRow> {
  // One column: PostgreSQL describes each column in every response, and the driver parses the descriptions.
  const { rows } = await sql<{ me: MeRow }>`select to_json(me) as me from (
    select ${userColumns(scope)}, u.pending_email, u.settings,
           case when u.password_link_made_at is not null
                then json_build_object('made_at', iso_in_zone(u.password_link_made_at, t.time_zone),
                                       'used_at', iso_in_zone(u.password_link_used_at, t.time_zone),
                                       'made_by', (select m.display_name from users m
                                                   where m.team_id = ${scope.teamId} and m.id = u.password_link_made_by)) end as password_link,
           case when u.claimed_at is not null
                then json_build_object('at', iso_in_zone(u.claimed_at, t.time_zone), 'members', (
                  select coalesce(json_agg(m.display_name), '[]') from (
                    select display_name from users
                    where team_id = ${scope.teamId} and id <> ${scope.userId} and is_active and created_at <= u.claimed_at
                    order by created_at, id limit 20) m)) end as claimed,
           json_build_object('writes', u.writes, 'time_zone', u.time_zone, 'working_days', u.working_days,
                             'reminder_hour', u.reminder_hour) as schedule,
           json_build_object('id', t.id, 'name', t.name, 'time_zone', t.time_zone, 'language', t.language,
                             'reminder_hour', t.reminder_hour, 'working_days', t.working_days,
                             'report_time', t.report_time, 'report_time_from', t.report_time_from, 'told_as', t.told_as,
                             'digest_hour', t.digest_hour, 'month_approval', t.month_approval, 'invited_only', t.invited_only,
                             'first_steps', t.first_steps) as team
    from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} and u.id = ${scope.userId}) me`.execute(db)
  return rows[0]!.me
}

/**
 * Locks the member's row, so that their changes follow each other. Each write holds the row (`still-allowed.ts`): a lock
 * `for update` would make two of them wait for one another.
 */
export const selectAddress = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select(['email', 'email_key', 'email_proven_at', 'pending_email', 'display_name', 'settings'])
    .select(['first_name', 'family_name', 'preferred_name'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export const updateNames = (db: Db, scope: Scope, profile: Profile, now: Date) =>
  db
    .updateTable('users')
    .set({
      first_name: profile.first_name,
      family_name: profile.family_name,
      preferred_name: profile.preferred_name,
      updated_at: now,
    })
    .where((is) => is.and({ team_id: scope.teamId, id: scope.userId }))
    .execute()

export const updatePendingEmail = (db: Db, scope: Scope, email: string | null) =>
  db
    .updateTable('users')
    .set({ pending_email: email })
    .where((is) => is.and({ team_id: scope.teamId, id: scope.userId }))
    .execute()

/** Moves accepted invitations from the old address to the new one, so that they are deleted with the member (N1.04). */
export const updateAcceptedInvitations = (
  db: Db,
  { teamId }: Member,
  from: string,
  to: { email: string; emailKey: string },
) =>
  db
    .updateTable('invitations')
    .set({ email: to.email, email_key: to.emailKey })
    .where((is) => is.and({ team_id: teamId, email_key: from }))
    .where('accepted_at', 'is not', null)
    .execute()

/** @param to.provenAt null if the address is unproven; undefined leaves it unchanged */
export const updateEmail = (
  db: Db,
  member: Member,
  to: { email: string; emailKey: string; provenAt: Date | null | undefined; now: Date },
) =>
  db
    .updateTable('users')
    .set({
      email: to.email,
      email_key: to.emailKey,
      ...(to.provenAt === undefined ? {} : { email_proven_at: to.provenAt }),
      pending_email: null,
      updated_at: to.now,
    })
    .where((is) => is.and({ team_id: member.teamId, id: member.userId }))
    .execute()

export const updateSettings = (db: Db, scope: Member, settings: Settings) =>
  db
    .updateTable('users')
    .set({ settings: JSON.stringify(settings) })
    .where((is) => is.and({ team_id: scope.teamId, id: scope.userId }))
    .execute()
