import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/db/database.ts'
import { isDue, todayOf, zone } from '#server/db/fragments/due.ts'
import type { OutboxDestination } from '#server/db/schema/tables/outbox.ts'
import { reachable, type NotificationChannels } from '#server/db/fragments/reachable.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'

/** A member whose reminder hour of `today` began at `at`. `way`: the channel of the reminder; null if there is none. */
export type ReminderRecipient = {
  team_id: string
  user_id: string
  today: string
  at: Date
  way: 'push' | 'slack' | 'mail' | null
}

/**
 * Returns the members whose reminder hour has begun a short time ago, and whom we have not processed today. Chooses a
 * channel for those who want reminders, can be reached and have no report yet: their devices, else Slack, else mail.
 */
export async function selectAsked(
  db: Db,
  by: NotificationChannels,
  now: Date,
  teamIds: readonly string[],
): Promise<ReminderRecipient[]> {
  const ways = reachable(by)
  const today = todayOf(now)
  const at = sql`((${today} + make_interval(hours => coalesce(u.reminder_hour, t.reminder_hour))) at time zone ${zone})`
  const earliest = new Date(now.getTime() - limits.reminderLate * 3_600_000)
  const { rows } = await sql<ReminderRecipient>`
    select u.team_id, u.id as user_id, ${today} as today, ${at} as at, case
      when not ${isDue({ teamId: sql`u.team_id` }, today)}
        or not coalesce((u.settings #>> '{notifications,daily_report}')::boolean, true)
        or exists (
          select from reports r where r.team_id = u.team_id and r.user_id = u.id and r.report_date = ${today}
        ) then null
      when exists (select from push_subscriptions p where p.team_id = u.team_id and p.user_id = u.id) then 'push'
      when ${ways.slack} then 'slack'
      when ${ways.mail} then 'mail'
    end as way
    from users u join teams t on t.id = u.team_id
    where u.is_active and u.writes and u.reminded_on is distinct from ${today} and ${at} <= ${now} and ${at} > ${earliest}
      and u.team_id = any(${teamIds}::uuid[]) and t.id = any(${teamIds}::uuid[])`.execute(db)
  return rows
}

/**
 * Marks members of one team as processed, and adds the reminders. There is one reminder per member and day, even if
 * several servers run at once.
 * @returns the reminders that are new
 */
export async function insertReminders(
  db: Db,
  teamId: string,
  asked: readonly ReminderRecipient[],
  now: Date,
): Promise<{ id: string; destination: OutboxDestination }[]> {
  const [ids, days] = [asked.map(({ user_id }) => user_id), asked.map(({ today }) => today)]
  const noted = sql`
    update users u set reminded_on = asked.today from unnest(${ids}::uuid[], ${days}::date[]) as asked (id, today)
    where u.team_id = ${teamId} and u.id = asked.id`.execute(db)
  const reminders = asked.flatMap(({ user_id, today: day, at, way: destination }) =>
    destination
      ? [
          {
            team_id: teamId,
            id: newId(),
            user_id,
            kind: 'reminder' as const,
            day,
            destination,
            due_at: at,
            updated_at: now,
          },
        ]
      : [],
  )
  if (reminders.length === 0) return noted.then(() => [])
  const inserted = insertRows(db, 'outbox', reminders)
    .onConflict((taken) => taken.columns(['team_id', 'user_id', 'kind', 'day']).doNothing())
    .returning(['id', 'destination'])
    .execute()
  return (await Promise.all([inserted, noted]))[0]
}
