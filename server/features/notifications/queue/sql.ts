import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Destination } from '#contract/providers.ts'
import { defaultSettings } from '#contract/users.ts'
import type { ChatMode } from '#contract/chat-mode.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { isMentionedBy, type MentionedBy } from '#server/db/deleted-reports/drop-mentions.ts'
import { workingTime } from '#server/db/fragments/due.ts'
import type { OutboxDestination } from '#server/db/schema/tables/outbox.ts'
import { reachable, type NotificationChannels } from '#server/db/fragments/reachable.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
type NewReport = { id: string; day: string; destination: Destination; isAnyDay?: boolean; now: Date }

/**
 * Queues the post of a report if its day is the team's yesterday, today or tomorrow: in time zones further east, the
 * next day may have begun. Reuses the row of an earlier report of that day if that row's message was never sent.
 * @param isAnyDay accepts any day, for a restored report whose message was removed
 */
export async function insertReport(
  db: Db,
  { teamId, userId }: Member,
  { id, day, destination, isAnyDay = false, now }: NewReport,
): Promise<{ id: string; due_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; due_at: Date }>`
    insert into outbox as d (team_id, id, user_id, kind, day, destination, due_at, created_at, updated_at)
    select t.id, ${id}::uuid, ${userId}::uuid, 'report', ${day}::date, ${destination}, ${workingTime({ teamId }, now)},
      ${now}::timestamptz, ${now}::timestamptz
    from teams t, lateral (select (${now}::timestamptz at time zone t.time_zone)::date as today) as here
    where t.id = ${teamId} and (${day}::date between today - 1 and today + 1 or ${isAnyDay})
    on conflict (team_id, user_id, kind, day) do update
      set destination = excluded.destination, status = 'pending', attempts = 0, failure = null,
          due_at = excluded.due_at, updated_at = excluded.updated_at
      where d.status = 'cancelled'
    returning id, due_at`.execute(db)
  return rows[0]
}

/**
 * Marks the post of a restored report as not sent, if its message was removed from Slack. Returns whether it was
 * removed.
 */
export async function unsendRemoved(
  db: Db,
  { teamId, userId }: Member,
  { reportId, day }: { reportId: string; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    update outbox set status = 'cancelled'
    where team_id = ${teamId} and user_id = ${userId} and kind = 'report' and day = ${day} and destination = 'slack'
      and status = 'sent' and not exists (
        select from outbox p where p.team_id = ${teamId} and p.report_id = ${reportId} and p.kind = 'report_post'
      )
    returning id`.execute(db)
  return rows.length > 0
}

export const cancelPending = (
  db: Db,
  { teamId, userId }: Member,
  { kind, day, now }: { kind: 'report' | 'reminder'; day: string; now: Date },
) =>
  db
    .updateTable('outbox')
    .set({ status: 'cancelled', updated_at: now })
    .where((is) => is.and({ team_id: teamId, user_id: userId, kind, day, status: 'pending' }))
    .execute()

/** Moves the unsent post of a report to the report's new day, unless the new day has had its own post. */
export async function moveUnsent(
  db: Db,
  { teamId, userId }: Member,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const reportOf = (day: string) => sql`
    d.team_id = ${teamId} and d.user_id = ${userId} and d.kind = 'report' and d.day = ${day}`
  const untold = sql`d.status in ('pending', 'dead')`
  // The table has one report post for each member and day, so a cancelled row would block the moved one.
  await sql`
    delete from outbox d where ${reportOf(to)} and d.status = 'cancelled'
      and exists (select from outbox d where ${reportOf(from)} and ${untold})`.execute(db)
  await sql`
    update outbox d set day = ${to} where ${reportOf(from)} and ${untold}
      and not exists (select from outbox d where ${reportOf(to)})`.execute(db)
}

type Notice = { id: string; user_id: string; destination: OutboxDestination; due_at: Date }

/**
 * Returns the notice that collects the news for each of these members: the one that waits, or a new one. Skips members
 * that want no notices or cannot be reached. Processes members in a fixed order, so that two simultaneous comments
 * cannot deadlock.
 */
export async function upsertNotices(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  userIds: readonly string[],
  { kind, by, now, due }: { kind: 'mention' | 'month'; by: NotificationChannels; now: Date; due: Date },
): Promise<Notice[]> {
  const ways = reachable(by)
  const wanted = sql`coalesce(u.settings ->> 'mentions', ${defaultSettings.mentions})`
  const sent = await sql<{ id: string; way: 'slack' | 'mail' }>`
    select * from (
      select u.id, case when ${wanted} = 'slack' and ${ways.slack} then 'slack' when ${wanted} <> 'none' and ${ways.mail} then 'mail' end as way
      from users u where u.team_id = ${teamId} and u.id = any(${userIds}) and u.is_active
    ) each where way is not null order by id`.execute(db)
  if (sent.rows.length === 0) return []
  const notices = sent.rows.map(({ id, way }) => ({
    team_id: teamId,
    id: newId(),
    user_id: id,
    destination: way,
    kind,
    due_at: due,
    created_at: now,
    updated_at: now,
  }))
  return insertRows(db, 'outbox', notices)
    .onConflict((waiting) =>
      waiting
        .columns(['team_id', 'user_id'])
        .where('kind', '=', sql.lit(kind))
        .where('status', '=', sql.lit('pending'))
        .where('attempts', '=', sql.lit(0))
        .doUpdateSet((is) => ({ updated_at: is.ref('excluded.updated_at'), revision: is('outbox.revision', '+', 1) })),
    )
    .returning(['id', 'user_id', 'destination', 'due_at'])
    .$narrowType<{ user_id: string }>()
    .execute()
}

/** Attaches the mentions of a comment or a report to their notices. */
export const updateNotices = (db: Db, { teamId }: Pick<Scope, 'teamId'>, by: MentionedBy, notices: readonly Notice[]) =>
  sql`
    update mentions m set delivery_id = n.id
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (id uuid, user_id uuid)
    where m.team_id = ${teamId} and m.user_id = n.user_id
      and ${isMentionedBy(by)}`.execute(db)

/** Returns the member's settings, and how the team wants reports to be announced. */
export const selectChatMode = (
  db: Db,
  { teamId, userId }: Member,
): Promise<{ settings: unknown; chat_mode: ChatMode }> =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where((is) => is.and({ 'users.team_id': teamId, 'teams.id': teamId, 'users.id': userId }))
    .select(['users.settings', 'teams.chat_mode'])
    .executeTakeFirstOrThrow()
