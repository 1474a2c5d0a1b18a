import { sql } from 'kysely'
import type { Page } from '#contract/fields.ts'
import type { Me, Profile, Settings, User } from '#contract/users.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { userColumns } from '#server/db/accounts/user.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

export type Member = Pick<Scope, 'teamId' | 'userId'>

export async function selectUsers(db: Db, scope: Scope, page: Page): Promise<User[]> {
  const { rows } = await sql<User>`
    select ${userColumns(scope)} from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} order by u.display_name, u.id ${rowsOfPage(page)}`.execute(db)
  return rows
}

type MeRow = Omit<
  Me,
  'settings' | 'connections' | 'sign_up_domains' | 'has_server_settings' | 'newcomers' | 'newcomers_total'
> & {
  settings: unknown
}

export async function selectMe(db: Db, scope: Member): Promise<MeRow> {
  // Selects one column, because PostgreSQL describes each column in every response, and the driver parses each
  // description.
  const { rows } = await sql<{ me: MeRow }>`select to_json(me) as me from (
    select ${userColumns(scope)}, u.pending_email, u.settings,
           (select coalesce(json_agg(l), '[]') from (
              select iso_in_zone(p.made_at, t.time_zone) as made_at, iso_in_zone(p.used_at, t.time_zone) as used_at,
                     (select m.display_name from users m where m.team_id = ${scope.teamId} and m.id = p.made_by) as made_by
              from password_links p where p.team_id = ${scope.teamId} and p.user_id = ${scope.userId}
              order by p.made_at desc, p.id limit 20) l) as password_links,
           case when u.claimed_at is not null
                then (
                  select json_build_object('at', iso_in_zone(u.claimed_at, t.time_zone), 'total', count(*), 'members',
                    coalesce(json_agg(m.display_name order by m.place) filter (where m.place <= 20), '[]'))
                  from (
                    select display_name, row_number() over (order by created_at, id) as place from users
                    where team_id = ${scope.teamId} and id <> ${scope.userId} and is_active
                      and created_at <= u.claimed_at) m) end as claimed,
           json_build_object('writes', u.writes, 'time_zone', u.time_zone, 'working_days', u.working_days,
                             'reminder_hour', u.reminder_hour) as schedule,
           json_build_object('id', t.id, 'name', t.name, 'time_zone', t.time_zone, 'language', t.language,
                             'reminder_hour', t.reminder_hour, 'working_days', t.working_days,
                             'report_time', t.report_time, 'report_time_from', t.report_time_from, 'chat_mode', t.chat_mode,
                             'digest_hour', t.digest_hour, 'month_approval', t.month_approval, 'invited_only', t.invited_only,
                             'first_steps', t.first_steps) as team
    from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} and u.id = ${scope.userId}) me`.execute(db)
  return rows[0]!.me
}

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

export const updateSettings = (db: Db, scope: Member, settings: Settings) =>
  db
    .updateTable('users')
    .set({ settings: JSON.stringify(settings) })
    .where((is) => is.and({ team_id: scope.teamId, id: scope.userId }))
    .execute()
