import { type RawBuilder, sql } from 'kysely'
import type { Month, MonthAct, Months, MonthStanding, MonthsQuery, MonthState } from '#contract/months.ts'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { isDue, todayOf } from '#server/db/fragments/due.ts'
import { monthProgress } from '#server/db/fragments/month-progress.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>
/** A month of a member. `month`: YYYY-MM. */
export type Of = Member & { month: string }

type Known = { approval: boolean; has_other: boolean; is_past: boolean }

/**
 * Whether another administrator can approve a member's month, or could at any time since the month began. Without the
 * second condition, an administrator could deactivate the other one, and then approve their own month (N11.03).
 */
const hasOther = ({ teamId }: Pick<Scope, 'teamId'>, userId: RawBuilder<unknown>, month: RawBuilder<unknown>) => sql`
  exists (select from users a where a.team_id = ${teamId} and a.id <> ${userId} and a.left_at is null and (
    (a.is_admin and a.is_active)
    or a.administrator_until >= (${month} || '-01')::date::timestamp at time zone t.time_zone))`

/**
 * Returns whether the team approves months, whether another administrator can approve this one, and whether it has
 * begun. Undefined if there is no such member.
 */
export async function selectKnown(db: Db, { teamId, userId, month }: Of, now: Date): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select t.month_approval as approval, ${month} <= to_char(${todayOf(now)}, 'YYYY-MM') as is_past,
      ${hasOther({ teamId }, sql`u.id`, sql`${month}::text`)} as has_other
    from users u join teams t on t.id = u.team_id where u.team_id = ${teamId} and u.id = ${userId}`.execute(db)
  return rows[0]
}

/** Locks the month until the transaction ends, so that nobody else can decide on it or write its reports. */
export async function lockMonth(db: Db, { teamId, userId, month }: Of, now: Date) {
  const of = { team_id: teamId, user_id: userId, month }
  await db
    .insertInto('months')
    .values({ ...of, state: 'open', revision: 0, changed_at: now })
    .onConflict((known) => known.columns(['team_id', 'user_id', 'month']).doNothing())
    .execute()
  return db
    .selectFrom('months')
    .where((is) => is.and(of))
    .select(['state', 'revision'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Returns whether a report for this day counts as added later: the team approves months, and a due day of the member
 * has passed since that day (S4.48, E2.02).
 */
export async function selectIsLate(db: Db, { teamId, userId }: Member, day: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_late: boolean }>`
    select t.month_approval and ${day}::date < today.date - 1 and exists (
      select from generate_series(1, least(today.date - ${day}::date - 1, ${limits.absence})) as n
      where ${isDue({ teamId }, sql`(today.date - n)`)}
    ) as is_late
    from users u join teams t on t.id = ${teamId}, lateral (select ${todayOf(now)} as date) as today
    where u.team_id = ${teamId} and u.id = ${userId}`.execute(db)
  return rows[0]?.is_late === true
}

/**
 * Records that reports of these months were written.
 * @returns the state of each month; without month approval, only of the months that have a stored state
 */
export async function countWriting(
  db: Db,
  { teamId, userId }: Member,
  months: readonly string[],
  now: Date,
): Promise<{ month: string; state: MonthState }[]> {
  const { rows } = await sql<{ month: string; state: MonthState }>`
    insert into months as m (team_id, user_id, month, state, revision, changed_at)
    select t.id, ${userId}::uuid, written.month, 'open', 1, ${now}::timestamptz
    from teams t, unnest(${months}::text[]) as written (month)
    where t.id = ${teamId} and (t.month_approval or exists (
      select from months k where k.team_id = ${teamId} and k.user_id = ${userId} and k.month = written.month
    ))
    order by written.month
    on conflict (team_id, user_id, month) do update set revision = m.revision + 1
    returning month, state`.execute(db)
  return rows
}

export type MonthEvent = {
  id: string
  kind: MonthAct
  by: string | null
  note: string
  day: string | null
}

/** Stores an action on a month, and the state after it. Deletes the actions that the history no longer shows. */
export async function saveAct(
  db: Db,
  { teamId, userId, month }: Of,
  { state, by, now, ...event }: MonthEvent & { state: MonthState; now: Date },
): Promise<void> {
  await db
    .updateTable('months')
    .set(({ eb }) => ({ state, revision: eb('revision', '+', 1), changed_at: now }))
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .execute()
  await db
    .insertInto('month_events')
    .values({ team_id: teamId, user_id: userId, month, by_id: by, at: now, ...event })
    .execute()
  await sql`
    delete from month_events where team_id = ${teamId} and user_id = ${userId} and month = ${month} and id < (
      select id from month_events where team_id = ${teamId} and user_id = ${userId} and month = ${month}
      order by id desc limit 1 offset ${limits.monthEvents - 1})`.execute(db)
}

export const selectLastAct = (db: Db, { teamId, userId, month }: Of) =>
  db
    .selectFrom('month_events')
    .where((is) => is.and({ team_id: teamId, user_id: userId, month }))
    .orderBy('id', 'desc')
    .select(['id', 'kind', 'by_id', 'at'])
    .executeTakeFirst()

/** Deletes the last action on a month, and restores the state before it. */
export async function revertAct(db: Db, { teamId, userId, month }: Of, id: string, state: MonthState): Promise<void> {
  const of = { team_id: teamId, user_id: userId, month }
  await db
    .deleteFrom('month_events')
    .where((is) => is.and({ ...of, id }))
    .execute()
  await sql`
    update months set state = ${state}, revision = revision + 1, changed_at = coalesce((
      select max(at) from month_events where team_id = ${teamId} and user_id = ${userId} and month = ${month}
    ), changed_at)
    where team_id = ${teamId} and user_id = ${userId} and month = ${month}`.execute(db)
}

/**
 * Selects the members to notify: the administrators after a submission, the month's member after a decision, nobody
 * after a withdrawal. Leaves out the actor.
 */
export async function selectConcerned(
  db: Db,
  { teamId, userId }: Of,
  { state, by }: { state: MonthState; by: string },
): Promise<string[]> {
  if (state === 'open') return []
  const { rows } = await sql<{ id: string }>`
    select id from users where team_id = ${teamId} and id <> ${by}
      and ${state === 'submitted' ? sql`is_admin` : sql`id = ${userId}`}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects a month without its reports. */
export async function selectMonth(db: Db, { teamId, userId, month }: Of): Promise<Omit<Month, 'reports'> | undefined> {
  const { rows } = await sql<Omit<Month, 'reports'>>`
    select ${month}::text as month, u.id as user_id, u.display_name as user_name, coalesce(m.state, 'open') as state,
      coalesce(m.revision, 0) as revision,
      (select coalesce(json_agg(json_build_object('kind', e.kind, 'user_id', b.id, 'user_name', b.display_name, 'note', e.note,
                                                  'day', e.day, 'at', iso_in_zone(e.at, t.time_zone)) order by e.id), '[]')
       from (
         select * from month_events e where e.team_id = ${teamId} and e.user_id = ${userId} and e.month = ${month}
         order by e.id desc limit ${limits.monthEvents}
       ) e left join users b on b.team_id = ${teamId} and b.id = e.by_id) as events
    from users u join teams t on t.id = ${teamId}
    left join months m on m.team_id = ${teamId} and m.user_id = u.id and m.month = ${month}
    where u.team_id = ${teamId} and u.id = ${userId}`.execute(db)
  return rows[0]
}

/**
 * Selects months. If there is another administrator, an administrator does not see their own months among those to
 * decide.
 */
export async function selectMonths(
  db: Db,
  { teamId, userId }: Member,
  { user_id, state, limit, offset }: MonthsQuery,
  now: Date,
): Promise<Months> {
  const others = sql`(m.user_id <> ${userId} or not ${hasOther({ teamId }, sql`m.user_id`, sql`m.month`)})`
  const wanted = sql`m.team_id = ${teamId} and ${user_id ? sql`m.user_id = ${user_id}` : others}
    and ${state ? sql`m.state = ${state}` : sql`m.state <> 'open'`}`
  const first = state === 'returned' || state === 'approved' ? sql`m.changed_at desc` : sql`m.changed_at`
  const order = user_id ? sql`m.month desc` : sql`${first}, u.display_name, m.user_id, m.month`
  const member = sql`join users u on u.team_id = ${teamId} and u.id = m.user_id join teams t on t.id = ${teamId}`
  // Selects the page first, because the progress of a month needs a read of each day.
  const { rows: months } = await sql<MonthStanding>`
    select m.month, m.user_id, u.display_name as user_name, m.state, iso_in_zone(m.changed_at, t.time_zone) as changed_at,
      progress.due, progress.written
    from (select m.* from months m ${member} where ${wanted} order by ${order} ${rowsOfPage({ limit, offset })}) m ${member}
    cross join ${monthProgress({ teamId }, sql`m.month`, now)} as progress
    order by ${order}`.execute(db)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from months m join teams t on t.id = ${teamId} where ${wanted}`.execute(db)
  return { months, total: rows[0]!.total }
}

/** Removes an erased member's name and notes from the actions on months of other members. */
export const forgetReviewer = (db: Db, { teamId, userId }: Member) =>
  db
    .updateTable('month_events')
    .set({ by_id: null, note: '' })
    .where('team_id', '=', teamId)
    .where('by_id', '=', userId)
    .execute()
