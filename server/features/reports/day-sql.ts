import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { rowsOfPage } from '#server/db/page.ts'
import { columnsWith, withAuthor } from './sql.ts'

/** Signs in the order in which they were given, and by whom. */
const answersOf = ({ teamId }: Scope) => sql`
  (select count(*)::int from comments c
   where c.team_id = ${teamId} and c.report_id = r.id and c.deleted_at is null) as comments,
  (select string_agg(sign || ':' || user_id, ' ' order by created_at, sign)
   from report_reactions where team_id = ${teamId} and report_id = r.id) as reactions`

/** For the rest of the transaction JSON has times with the team's offset, in a third of what `iso_in_zone` takes. */
const timesInZoneOf = ({ teamId }: Scope) =>
  sql`(select set_config('timezone', time_zone, true) from teams where id = ${teamId}) is not null`

export type DayPage = { date: string; limit: number; offset: number }

/**
 * What the caller alone has of a page: of each report, in the page's order, whether it is unread, read or changed since (`u`, `r`,
 * `c`), and who has read their own. `version`: another as soon as anything else of the day is another (migration 0036).
 */
export type OwnPart = { version: string | null; marks: string | null; readers: string }

/** @param page of ids in their order @param own the id of the caller's own report among them, or null */
const ownPart = ({ teamId, userId }: Scope, date: string, page: RawBuilder<unknown>, own: RawBuilder<unknown>) => sql`
  (select string_agg(version::text, ' ' order by day) from day_versions
   where team_id = ${teamId} and day in (${date}, '-infinity')) as version,
  (select string_agg(
     case when r.user_id = ${userId} then 'r' when seen.read_at is null then 'u' when r.updated_at > seen.read_at then 'c' else 'r' end,
     '' order by page.nth)
   from ${page} as page (id, nth) join reports r on r.team_id = ${teamId} and r.id = page.id
   left join report_reads seen on seen.team_id = ${teamId} and seen.report_id = page.id and seen.user_id = ${userId}) as marks,
  (select coalesce(json_agg(json_build_object('user_id', u.id, 'user_name', u.display_name) order by s.read_at, u.id), '[]')
   from report_reads s join users u on u.team_id = ${teamId} and u.id = s.user_id
   where s.team_id = ${teamId} and s.report_id = ${own})::text as readers`

export async function selectOwnPart(
  db: Db,
  scope: Scope,
  date: string,
  page: { ids: readonly string[]; own: string | null },
): Promise<OwnPart> {
  const part = ownPart(scope, date, sql`unnest(${page.ids}::uuid[]) with ordinality`, sql`${page.own}::uuid`)
  return (await sql<OwnPart>`select ${part}`.execute(db)).rows[0]!
}

/**
 * The same with the page itself, as of one moment: `reports` is what the whole team has of it, the text of an array, which
 * PostgreSQL writes (`bench/day.ts` compares it with mapping rows here).
 */
export async function selectDay(
  db: Db,
  scope: Scope,
  day: DayPage,
): Promise<OwnPart & { reports: string; total: string }> {
  const { rows } = await sql<OwnPart & { reports: string; total: string }>`
    with page as (
      select ${columnsWith((time) => sql`date_trunc('second', ${time})`)}, ${answersOf(scope)}
      from reports r ${withAuthor}
      where ${timesInZoneOf(scope)} and r.team_id = ${scope.teamId} and r.report_date = ${day.date}
      order by u.display_name, u.id ${rowsOfPage(day)}
    )
    select coalesce((select json_agg(page) from page), '[]')::text as reports,
      (select count(*) from reports where team_id = ${scope.teamId} and report_date = ${day.date}) as total,
      ${ownPart(
        scope,
        day.date,
        sql`(select id, row_number() over () from page)`,
        sql`(select id from page where user_id = ${scope.userId})`,
      )}`.execute(db)
  return rows[0]!
}

/**
 * One look into the index for each day; `offset 0`: row-level security lets no sum of a day and a number into it. Of so many
 * days as the text says: of a series of unknown length PostgreSQL expects a thousand, and plans anew each time.
 */
export async function selectReportedDays(db: Db, scope: Scope, from: string, days: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from (select ${from}::date + n as day from generate_series(0, ${sql.lit(days)}) n offset 0) dated
    cross join lateral (select from reports where team_id = ${scope.teamId} and report_date = day limit 1) as reported
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}
