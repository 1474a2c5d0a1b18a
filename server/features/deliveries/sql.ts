import { sql } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { DeliveryDestination } from '#contract/notifications.ts'
import type { Destination } from '#contract/providers.ts'
import { reportFields, type Words } from '#contract/report-fields.ts'
import type { ToldAs } from '#contract/telling.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/has-row.ts'
import { isDue, todayOf, workingTime } from '#server/db/due.ts'

type Place = { teamId: string; id: string }

/** The team is told of a report where its author wants that, a member is reminded and told of comments where they can be reached. */
type What =
  | { kind: 'report'; destination: Destination; day: string }
  | { kind: 'reminder'; destination: 'push' | 'slack' | 'mail'; day: string }
  | { kind: 'mention'; destination: 'slack' | 'mail'; day: null }
  | { kind: 'month'; destination: 'slack' | 'mail'; day: null }
  | { kind: 'week'; destination: 'mail'; day: string }
export type Delivery = What & {
  user_id: string
  attempts: number
  display_name: string
  email: string
  has_proven_email: boolean
  is_active: boolean
  settings: unknown
  slack_id: string | null
  team_language: Language
  team_name: string
  team_reminder_hour: number | null
  team_today: string
  told_as: ToldAs
  /** Whether a reminder still makes sense: a report is due, it is its day, and not hours ago that it was due. */
  is_timely: boolean
  report: (Words & { report_time: ReportTime }) | null
  report_id: string | null
}

/**
 * Puts off a report that is due out of working hours: a server was down, or busy, when they were.
 * @returns when it is due then; undefined where it may be told now
 */
export async function waitForHours(db: Db, { teamId, id }: Place, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    update notification_deliveries d set due_at = ${workingTime({ teamId }, now)}
    from teams t
    where t.id = d.team_id and d.team_id = ${teamId} and d.id = ${id} and d.kind = 'report' and d.status = 'pending'
      and d.due_at <= ${now} and ${workingTime({ teamId }, now)} > ${now}
    returning due_at`.execute(db)
  return rows[0]?.due_at
}

/** What is due, with all that is said in it. */
export async function selectDelivery(db: Db, { teamId, id }: Place, now: Date): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select d.user_id, d.kind, d.day, d.destination, d.attempts, u.display_name, u.email, u.is_active, u.settings,
      u.email_proven_at is not null as has_proven_email, c.subject as slack_id, t.language as team_language, t.name as team_name,
      t.reminder_hour as team_reminder_hour, (${now}::timestamptz at time zone t.time_zone)::date as team_today, t.told_as,
      d.day = ${todayOf(now)} and ${isDue({ teamId }, sql`d.day`)}
        and ${now} < d.due_at + make_interval(hours => ${limits.reminderLate}) as is_timely,
      (
        select to_json(words) from (
          select ${sql.join([...reportFields, 'report_time'].map((column) => sql.ref(column)))}
          from reports r where r.team_id = ${teamId} and r.user_id = d.user_id and r.report_date = d.day
        ) words
      ) as report,
      (
        select r.id from reports r where r.team_id = ${teamId} and r.user_id = d.user_id and r.report_date = d.day
      ) as report_id
    from notification_deliveries d
    join teams t on t.id = d.team_id
    join users u on u.team_id = d.team_id and u.id = d.user_id
    left join connections c on c.team_id = u.team_id and c.user_id = u.id and c.provider = 'slack'
    where d.team_id = ${teamId} and d.id = ${id} and d.status = 'pending' and d.due_at <= ${now}`.execute(db)
  return rows[0]
}

/** Takes what is due for this process alone. @returns whether it is ours */
export const claim = (db: Db, { teamId, id }: Place, now: Date): Promise<boolean> =>
  hasRow(
    db
      .updateTable('notification_deliveries')
      .set(({ eb }) => ({ status: 'sending', attempts: eb('attempts', '+', 1), updated_at: now }))
      .where((is) => is.and({ team_id: teamId, id, status: 'pending' }))
      .where('due_at', '<=', now)
      .returning('id'),
  )

export const settle = (
  db: Db,
  { teamId, id }: Place,
  {
    from,
    to,
    failure = null,
    now,
  }: {
    from: 'pending' | 'sending'
    to: 'sent' | 'dead' | 'cancelled'
    failure?: FailureReason | null
    now: Date
  },
) =>
  db
    .updateTable('notification_deliveries')
    .set({ status: to, failure, updated_at: now })
    .where((is) => is.and({ team_id: teamId, id, status: from }))
    .execute()

/**
 * Puts off what has failed; a report's next attempt falls into working hours.
 * @returns when it is due then
 */
export async function postpone(
  db: Db,
  { teamId, id }: Place,
  { until, failure, now }: { until: Date; failure: FailureReason; now: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    update notification_deliveries d set status = 'pending', failure = ${failure}, updated_at = ${now},
      due_at = case when d.kind = 'report' then ${workingTime({ teamId }, until)} else ${until}::timestamptz end
    from teams t
    where t.id = d.team_id and d.team_id = ${teamId} and d.id = ${id} and d.status = 'sending'
    returning due_at`.execute(db)
  return rows[0]?.due_at
}

/** What somebody was sending who has been gone for long. Only where sending it twice shows it once it is sent again, in working hours. */
export const releaseStale = (
  db: Db,
  { teamId }: Pick<Place, 'teamId'>,
  { before, repeatable, now }: { before: Date; repeatable: readonly DeliveryDestination[]; now: Date },
) =>
  sql`
    update notification_deliveries d
    set status = case when destination = any(${repeatable}::text[]) then 'pending' else 'dead' end, failure = 'uncertain',
        due_at = ${workingTime({ teamId }, now)}, updated_at = ${now}
    from teams t
    where t.id = d.team_id and d.team_id = ${teamId} and d.status = 'sending' and d.updated_at < ${before}`.execute(db)

/** Teams that have any of those. */
export const selectStaleTeams = (db: Db, before: Date) =>
  db
    .selectFrom('notification_deliveries')
    .where('status', '=', 'sending')
    .where('updated_at', '<', before)
    .select('team_id as teamId')
    .distinct()
    .execute()

export const deleteBefore = (db: Db, before: Date) =>
  db.deleteFrom('notification_deliveries').where('updated_at', '<', before).where('status', '!=', 'pending').execute()
