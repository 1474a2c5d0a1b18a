import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/db/database.ts'
import { isDue, todayOf, zone } from '#server/db/due.ts'

/**
 * Members whose hour of today it is, or was a little while ago; each once a day, whichever server asks first. Those without
 * a report that is due, who want to be told and can be: on their devices, else in Slack, else by mail.
 */
export async function insertReminders(
  db: Db,
  { now, slack, mail }: { now: Date; slack: boolean; mail: boolean },
): Promise<{ team_id: string; id: string }[]> {
  const { rows } = await sql<{ team_id: string; id: string }>`
    with reminded as (
      update users set reminded_on = hours.today
      from (
        select u.team_id, u.id, today,
               (today + make_interval(hours => coalesce(u.reminder_hour, t.reminder_hour))) at time zone ${zone} as at
        from users u join teams t on t.id = u.team_id, lateral (select ${todayOf(now)} as today) as here
        where u.is_active and u.writes
      ) as hours
      where hours.team_id = users.team_id and hours.id = users.id and users.reminded_on is distinct from hours.today
        and ${now} >= at and ${now} < at + make_interval(hours => ${limits.reminderLate})
      returning users.team_id, users.id, hours.today, at
    )
    insert into notification_deliveries (team_id, id, user_id, kind, day, destination, due_at, updated_at)
    select u.team_id, gen_random_uuid(), u.id, 'reminder', reminded.today, way, reminded.at, ${now}::timestamptz
    from reminded
    join users u on u.team_id = reminded.team_id and u.id = reminded.id
    join teams t on t.id = reminded.team_id,
    lateral (
      select case
        when exists (
          select from push_subscriptions p where p.team_id = u.team_id and p.user_id = u.id
        ) then 'push'
        when ${slack}::boolean and exists (select from slack_workspaces w where w.team_id = u.team_id) and exists (
          select from connections c
          where c.team_id = u.team_id and c.user_id = u.id and c.provider = 'slack' and c.subject is not null
        ) then 'slack'
        when ${mail}::boolean and u.email_proven_at is not null then 'mail'
      end as way
    ) as ways
    where way is not null and ${isDue(sql`reminded.today`)}
      and coalesce((u.settings #>> '{notifications,daily_report}')::boolean, true)
      and not exists (
        select from reports r where r.team_id = u.team_id and r.user_id = u.id and r.report_date = reminded.today
      )
    on conflict on constraint notification_deliveries_once do nothing
    returning team_id, id`.execute(db)
  return rows
}
