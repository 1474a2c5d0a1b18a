import { type Selectable, sql } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { ChatMode } from '#contract/chat-mode.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { Db } from '#server/db/database.ts'
import { backOffUntil } from '#server/db/fragments/back-off.ts'
import { isDue, todayOf } from '#server/db/fragments/due.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { allowedTime } from '#server/db/outbox.ts'
import { type OutboxStatus, type OutboxTables, postKinds } from '#server/db/schema/tables/outbox.ts'

type OutboxKey = { teamId: string; id: string }

/** A message that is due. `allowed_at`: when it may be sent, which can be later than now. */
export type Row = OutboxKey & Selectable<OutboxTables['outbox']> & { allowed_at: Date }

export const isPost = ({ kind }: Pick<Row, 'kind'>): boolean => postKinds.some((post) => post === kind)

/** The answer of a destination: the location of a post in Slack, or the response of a webhook. */
export type Receipt = Partial<
  Pick<Selectable<OutboxTables['outbox']>, 'channel' | 'ts' | 'shown' | 'http_status' | 'answer'>
>

/** The states in which a message ends. */
export type End = Exclude<OutboxStatus, 'pending' | 'sending'>

type Moment = { now: Date; lostBefore: Date }

/** Whether a message is due. This includes messages that a server was sending when the server crashed. */
const isLeft = ({ now, lostBefore }: Moment) => sql<boolean>`
  o.status in ('pending', 'sending') and o.due_at <= ${now} and (o.status = 'pending' or o.tried_at < ${lostBefore})`

/**
 * Selects due messages of all teams, ordered by their due time. Their jobs may have been lost. One team with many
 * waiting messages must not hide those of other teams.
 */
export async function selectLeft(
  db: Db,
  moment: Moment,
  most = 1_000,
  mostOfTeam = 100,
): Promise<Pick<Row, 'teamId' | 'id' | 'destination'>[]> {
  const { rows } = await sql<Pick<Row, 'teamId' | 'id' | 'destination'>>`
    select "teamId", id, destination from (
      select o.team_id as "teamId", o.id, o.destination, o.due_at,
        row_number() over (partition by o.team_id order by o.due_at) as place
      from outbox o where ${isLeft(moment)}
    ) waiting where place <= ${mostOfTeam} order by due_at limit ${most}`.execute(db)
  return rows
}

/**
 * Returns the time until which we send nothing to the receiver of the message `o`, because the receiver fails. The
 * receiver is a webhook, or all devices of a member. A test of a webhook is sent at once.
 */
const backOff = ({ teamId }: Pick<OutboxKey, 'teamId'>) => sql`(case
  when o.destination = 'push' then (
    select min(coalesce(${backOffUntil('p')}, '-infinity')) from push_subscriptions p
    where p.team_id = ${teamId} and p.user_id = o.user_id)
  else (
    select ${backOffUntil('w')} from webhooks w
    where w.team_id = ${teamId} and w.id = o.webhook_id and o.event <> 'webhook.test') end)`

export async function selectDue(db: Db, { teamId, id }: OutboxKey, moment: Moment): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select o.*, o.team_id as "teamId", greatest(${allowedTime({ teamId }, moment.now)}, ${backOff({ teamId })}) as allowed_at
    from outbox o join teams t on t.id = ${teamId}
    where o.team_id = ${teamId} and o.id = ${id} and ${isLeft(moment)}`.execute(db)
  return rows[0]
}

/** Updates the message, unless another server has changed the message's state since we read it. */
const unchanged = (db: Db, { teamId, id, status, attempts }: Row) =>
  db.updateTable('outbox').where((is) => is.and({ team_id: teamId, id, status, attempts }))

/** Claims a message for this server. @returns false if the message has changed since it was read */
export const claim = (db: Db, row: Row, now: Date): Promise<boolean> =>
  hasRow(
    unchanged(db, row)
      .set({ status: 'sending', attempts: row.attempts + 1, tried_at: now, updated_at: now })
      .where('revision', '=', row.revision)
      .returning('id'),
  )

/**
 * Ends an attempt. If the message has changed since it was read, it becomes `pending` again, because `renewPosts` has
 * made it due. As in `renewPosts`, a message stays `dead` if it may have arrived and we do not know its location.
 * @returns the new state; undefined if another server has changed the state since the message was read
 */
export async function settle(
  db: Db,
  row: Row,
  { to, failure, receipt, now }: { to: End; failure: FailureReason | undefined; receipt: Receipt; now: Date },
): Promise<OutboxStatus | undefined> {
  const isFinal = failure === 'unknown_outcome' && row.ts === null
  const settled = await unchanged(db, row)
    .set({
      ...receipt,
      status: isFinal ? to : sql`case when revision = ${row.revision} then ${to} else 'pending' end`,
      // The attempts of a sent post are reset, so that its next change gets all attempts.
      attempts: to === 'sent' && isPost(row) ? 0 : row.attempts,
      failure: failure ?? null,
      body: null,
      updated_at: now,
    })
    .returning('status')
    .executeTakeFirst()
  return settled?.status
}

/**
 * Deletes the row of a post that was removed. If the row has changed since it was read, keeps the row, so that the post
 * is sent again.
 */
export async function forgetPost(db: Db, row: Row): Promise<void> {
  const isBack = unchanged(db, row)
    .set({ status: 'pending', attempts: 0, failure: null, ts: null, shown: null })
    .where('revision', '!=', row.revision)
    .returning('id')
  if (await hasRow(isBack)) return
  const { teamId, id, status, attempts } = row
  await db
    .deleteFrom('outbox')
    .where((is) => is.and({ team_id: teamId, id, status, attempts }))
    .execute()
}

/**
 * Postpones a message to the next moment at which it may be sent.
 * @param outcome.failure the failure of the attempt; undefined if it did not fail
 * @returns the new due time
 */
export async function postpone(
  db: Db,
  { teamId, id, status, attempts }: Row,
  { until, failure, receipt, now }: { until: Date; failure: FailureReason | undefined; receipt: Receipt; now: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    update outbox o set status = 'pending', due_at = ${allowedTime({ teamId }, until)}, updated_at = ${now},
      failure = coalesce(${failure ?? null}, o.failure), http_status = ${receipt.http_status ?? null}, answer = ${receipt.answer ?? null}
    from teams t
    where t.id = ${teamId} and o.team_id = ${teamId} and o.id = ${id} and o.status = ${status} and o.attempts = ${attempts}
    returning due_at`.execute(db)
  return rows[0]?.due_at
}

/**
 * Whether a message is old: a post that was created before `posts`, or another message that does not wait and was last
 * changed before `others`.
 */
export const isOld = ({ posts, others }: { posts: Date; others: Date }) =>
  sql<boolean>`case when kind = any(${postKinds}) then created_at < ${posts}
    else updated_at < ${others} and status <> 'pending' end`

/** The recipient of a notification, or the author of the report in it. */
export type Recipient = {
  user_id: string
  day: string | null
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
  chat_mode: ChatMode
  /** Whether a reminder still makes sense: it is for today, a report is due, and its hour began a short time ago. */
  is_timely: boolean
  report: (ReportTexts & { report_time: ReportTime }) | null
  report_id: string | null
}

export async function selectRecipient(db: Db, { teamId, id }: OutboxKey, now: Date): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select o.user_id, o.day, u.display_name, u.email, u.is_active, u.settings,
      u.email_proven_at is not null as has_proven_email, c.subject as slack_id, t.language as team_language, t.name as team_name,
      t.reminder_hour as team_reminder_hour, (${now}::timestamptz at time zone t.time_zone)::date as team_today, t.chat_mode,
      o.day = ${todayOf(now)} and ${isDue({ teamId }, sql`o.day`)}
        and ${now} < o.due_at + make_interval(hours => ${limits.reminderLate}) as is_timely,
      (
        select to_json(words) from (
          select ${sql.join([...reportFields, 'report_time'].map((column) => sql.ref(`r.${column}`)))}
        ) words where r.id is not null
      ) as report, r.id as report_id
    from outbox o
    join teams t on t.id = ${teamId}
    join users u on u.team_id = ${teamId} and u.id = o.user_id
    left join connections c on c.team_id = ${teamId} and c.user_id = o.user_id and c.provider = 'slack'
    left join reports r on r.team_id = ${teamId} and r.user_id = o.user_id and r.report_date = o.day
    where o.team_id = ${teamId} and o.id = ${id}`.execute(db)
  return rows[0]
}
