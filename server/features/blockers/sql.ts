import { sql } from 'kysely'
import type { Source } from '#contract/backlogs.ts'
import type { Blocker } from '#contract/blockers.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import type { AskedBlockers, BlockerRow, ChangedBlocker, KnownAct, NewEvent } from '#server/db/schema/tables/blocker.ts'
import { actsOf, changing, heard, list, rowColumns } from '#server/db/fragments/blockers-since.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import { saysNone } from '#server/db/fragments/says-none.ts'
import { trimmed } from '#server/db/fragments/trimmed.ts'
import { listenersOf } from '#server/db/fragments/webhook-listeners.ts'
import { away, countDue, holidaysOf, joinedOn, todayOf, workingDays } from '#server/db/fragments/due.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'

type Team = Pick<Scope, 'teamId'>
type Member = Pick<Scope, 'teamId' | 'userId'>
type MovedAct = Pick<KnownAct, 'id' | 'blocker_id' | 'day' | 'about_report' | 'about_text'>

/** Makes transactions that change a member's reports or act on the member's blockers run one after another. */
export const lockMember = (db: Db, { teamId, userId }: Member) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`blockers ${teamId} ${userId}`}, 0))`.execute(db)

const overwritten = Object.fromEntries(changing.map((column) => [column, sql<never>`excluded.${sql.ref(column)}`]))

/** Upserts blockers and inserts events, by two pipelined statements. */
export async function saveBlockers(
  db: Db,
  { teamId: team_id, userId: user_id }: Member,
  { blockers, events, now: at }: { blockers: readonly BlockerRow[]; events: readonly NewEvent[]; now: Date },
): Promise<void> {
  const rows = blockers.map((blocker) => Object.assign({ team_id, user_id }, blocker))
  const happened = events.map((event) => Object.assign({ team_id, at }, event))
  await Promise.all([
    rows.length > 0 &&
      insertRows(db, 'blockers', rows)
        .onConflict((kept) => kept.columns(['team_id', 'id']).doUpdateSet(overwritten))
        .execute(),
    happened.length > 0 && insertRows(db, 'blocker_events', happened).execute(),
  ])
}

/** Deletes the events with these ids, or the events of these reports. */
export const deleteEvents = (db: Db, { teamId }: Team, by: 'id' | 'report_id', ids: readonly string[]) =>
  sql`delete from blocker_events where team_id = ${teamId} and ${sql.ref(by)} = any(${ids}::uuid[])`.execute(db)

export const moveActs = (db: Db, { teamId }: Team, acts: readonly MovedAct[]) =>
  sql`
    update blocker_events e set blocker_id = x.blocker_id, day = x.day, about_report = x.about_report, about_text = x.about_text
    from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as x (id uuid, blocker_id uuid, day date, about_report uuid, about_text text)
    where e.team_id = ${teamId} and e.id = x.id`.execute(db)

export const deleteBlockers = (db: Db, { teamId }: Team, ids: readonly string[]) =>
  sql`delete from blockers where team_id = ${teamId} and id = any(${ids}::uuid[])`.execute(db)

/** Returns whether one of these ids is a blocker of the member. */
export async function hasBlocker(db: Db, { teamId, userId }: Member, ids: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('blockers')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export async function forgetHelper(db: Db, { teamId, userId }: Member): Promise<void> {
  const forget = (table: 'blockers' | 'blocker_events', column: string, more = sql``) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = null ${more}
    where team_id = ${teamId} and ${sql.ref(column)} = ${userId}`.execute(db)
  await forget('blocker_events', 'user_id')
  await forget('blockers', 'resolved_by')
  await forget('blockers', 'owner_id', sql`, state = case when state = 'acknowledged' then 'open' else state end`)
}

/** Selects the team's imported issues with one of these names or URLs. */
export const selectIssues = (db: Db, { teamId }: Team, names: readonly string[]) =>
  db
    .selectFrom('backlog_items')
    .where('team_id', '=', teamId)
    .where(sql<boolean>`(reference = any(${names}) or url = any(${names}))`)
    .select(['source', 'source_key', 'reference', 'url'])
    .distinct()
    .execute()

/**
 * Selects unresolved blockers that name one of a tracker's issues. `closed_at`: when an import last resolved the
 * blocker because the issue was closed.
 */
export async function selectOfIssues(db: Db, { teamId }: Team, source: Source, keys: readonly string[]) {
  const { rows } = await sql<{ id: string; user_id: string; source_key: string; closed_at: Date | null }>`
    select b.id, b.user_id, b.source_key, (
      select max(e.at) from blocker_events e
      where e.team_id = ${teamId} and e.blocker_id = b.id and e.kind = 'issue-closed'
    ) as closed_at
    from blockers b where b.team_id = ${teamId} and b.source = ${source} and b.source_key = any(${keys})
      and b.state <> 'resolved'`.execute(db)
  return rows
}

/**
 * Selects the reports since a day if their blockers were never computed, or were computed by a version with other
 * rules. The column `says_none` misses rare spellings of "none".
 */
export async function selectUnfollowed(db: Db, since: string, why: 'unnamed' | 'leaves out') {
  const none = saysNone(sql`r.issues`)
  const unnamed = sql`${trimmed(sql`r.issues`)} <> '' and ${none} = exists (
    select from blocker_events e where e.team_id = r.team_id and e.report_id = r.id)`
  const leavesOut = sql`exists (select from blockers b
    where b.team_id = r.team_id and b.user_id = r.user_id and b.last_day < r.report_date and b.state <> 'resolved')`
  const { rows } = await sql<Member & { day: string; issues: string; says_none: boolean }>`
    select r.team_id as "teamId", r.user_id as "userId", r.report_date as day, r.issues, ${none} as says_none
    from reports r where r.report_date >= ${since} and ${why === 'unnamed' ? unnamed : leavesOut}`.execute(db)
  return rows
}

export const selectAuthor = (db: Db, { teamId }: Scope, id: string) =>
  db.selectFrom('blockers').where('team_id', '=', teamId).where('id', '=', id).select('user_id').executeTakeFirst()

export async function selectForChange(
  db: Db,
  { teamId }: Team,
  id: string,
  now: Date,
): Promise<ChangedBlocker | undefined> {
  const ofAuthor = sql`from reports r where r.team_id = ${teamId} and r.user_id = b.user_id`
  const { rows } = await sql<ChangedBlocker>`
    select ${rowColumns}, b.user_id, ${todayOf(now)} as today,
      case when exists (
        select from users o where o.team_id = ${teamId} and o.id = b.owner_id and o.is_active
      ) then b.owner_id end as owner_id,
      (select max(e.day) from blocker_events e where e.team_id = ${teamId} and e.blocker_id = b.id and e.kind = 'named') as named,
      (select max(r.report_date) ${ofAuthor}) as newest,
      array(select min(r.report_date)::text ${ofAuthor} and r.report_date > b.last_day having min(r.report_date) is not null) as days,
      ${list(actsOf(teamId, sql`e.blocker_id = ${id}`))} as acts, ${listenersOf({ teamId }, heard)} as listeners
    from blockers b join users u on u.team_id = ${teamId} and u.id = b.user_id join teams t on t.id = ${teamId}
    where b.team_id = ${teamId} and b.id = ${id}`.execute(db)
  return rows[0]
}

/** The current state. A blocker whose owner is no longer active counts as open. */
const stateNow = sql`case when b.state = 'acknowledged' and o.id is null then 'open'
  when b.resolution = 'unnamed' then 'unmentioned' else b.state end`

/**
 * Selects the team's blockers for a `BlockersQuery`. Selects blockers of former members only by id, by date, or if they
 * have ended.
 */
export async function selectBlockers(
  db: Db,
  { teamId }: Team,
  { id, state, date, from, until, limit = 1, offset = 0, now }: AskedBlockers,
): Promise<Blocker[]> {
  const ended = sql`b.state = 'resolved'`
  const hasEnded = state === 'resolved' || state === 'unmentioned'
  const ofState = hasEnded
    ? sql`${ended} and ${stateNow} = ${state}`
    : sql`not ${ended} and ${stateNow} = ${state} and u.is_active`
  const unresolved = sql`not ${ended} and u.is_active`
  const stood = sql`b.first_day <= ${until} and (${unresolved} or b.resolved_on >= ${from})`
  const asked = id ? sql`b.id = ${id}` : until ? stood : state ? ofState : date ? sql`true` : unresolved
  const first = until ? sql`b.resolved_on desc, ` : sql``
  const order = hasEnded ? sql`b.resolved_on desc, b.id desc` : sql`${first}o.id is not null, b.first_day, b.id`
  const user = (name: string, whose: string) => sql`users ${sql.ref(name)}
    on ${sql.ref(`${name}.team_id`)} = ${teamId} and ${sql.ref(`${name}.id`)} = ${sql.ref(`b.${whose}`)}`
  const { rows } = await sql<Blocker>`
    select b.id, b.text, b.user_id as opened_by, u.display_name as opened_by_name, b.first_day as opened_on,
      ${stateNow} as state, o.id as owner_id, o.display_name as owner_name, (
        select 1 + ${countDue('p', { after: sql`b.first_day`, until: sql`coalesce(b.resolved_on, ${todayOf(now)})` }, sql`off.holidays`)}
      ) as age, b.reopened, b.resolution, b.resolved_by, s.display_name as resolved_by_name, b.resolved_on,
      e.report_id, e.day as report_date, e.line, b.reference, b.url
    from blockers b join ${user('u', 'user_id')} join teams t on t.id = ${teamId}
    join blocker_events e on e.team_id = ${teamId} and e.blocker_id = b.id and e.kind = 'named'
      and ${date ? sql`e.day = ${date}` : sql`e.report_id = b.report_id`}
    left join ${user('o', 'owner_id')} and o.is_active left join ${user('s', 'resolved_by')}
    cross join lateral (select ${joinedOn} as joined, ${workingDays} as working_days, ${away({ teamId })} as away) p
    cross join (select ${holidaysOf({ teamId })} as holidays) off
    where b.team_id = ${teamId} and ${asked} order by ${order} ${rowsOfPage({ limit, offset })}`.execute(db)
  return rows
}
