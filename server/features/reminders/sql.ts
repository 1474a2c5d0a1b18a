import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/db/database.ts'
import { isDue } from '#server/db/working-days.ts'

/**
 * Teams whose hour of today it is, or was a little while ago; each once a day, whichever server asks first. Their members
 * without a report who want to be told, and can be: on their devices, else in Slack, else by mail.
 */
export async function insertReminders(
  db: Db,
  { now, slack, mail }: { now: Date; slack: boolean; mail: boolean },
): Promise<{ team_id: string; id: string }[]> {
  const { rows } = await sql<{ team_id: string; id: string }>`
    with due as (
      update teams set reminded_on = today
      from (
        select t.id, local::date as today, (local::date + make_interval(hours => t.reminder_hour)) at time zone t.time_zone as at
        from teams t, lateral (select ${now}::timestamptz at time zone t.time_zone as local) as here
      ) as hours
      where hours.id = teams.id and teams.reminded_on is distinct from today
        and ${now} >= at and ${now} < at + make_interval(hours => ${limits.reminderLate})
      returning teams.id, today, at
    )
    insert into notification_deliveries (team_id, id, user_id, kind, day, destination, due_at, updated_at)
    select u.team_id, gen_random_uuid(), u.id, 'reminder', due.today, way, due.at, ${now}::timestamptz
    from due
    join users u on u.team_id = due.id
    join teams t on t.id = due.id,
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
    where way is not null and ${isDue(sql`due.today`)}
      and coalesce((u.settings #>> '{notifications,daily_report}')::boolean, true)
      and not exists (
        select from reports r where r.team_id = u.team_id and r.user_id = u.id and r.report_date = due.today
      )
    on conflict on constraint notification_deliveries_once do nothing
    returning team_id, id`.execute(db)
  return rows
}
