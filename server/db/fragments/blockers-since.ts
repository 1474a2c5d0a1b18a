import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import type { BlockersSince } from '../schema/tables/blocker.ts'
import type { Db } from '../database.ts'
import { zone } from './due.ts'
import { listenersOf } from './webhook-listeners.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** The columns of a blocker that change with reports and with actions on the blocker. */
export const changing = `text first_day last_day report_id state owner_id reopened resolution resolved_by resolved_on
  source source_key reference url`.split(/\s+/u)
export const rowColumns = sql.join(['id', ...changing].map((column) => sql.ref(`b.${column}`)))

export const actsOf = (teamId: string, which: RawBuilder<unknown>) => sql`
  select e.id, e.blocker_id, e.kind, e.day, e.at, (e.at at time zone ${zone})::date as on, e.user_id,
    e.about_report, e.about_text, (
      select r.report_date from reports r where r.team_id = ${teamId} and r.id = e.about_report
    ) as about_day, exists (
      select from blocker_events n
      where n.team_id = ${teamId} and n.report_id = e.about_report and n.blocker_id = e.blocker_id and n.kind = 'named'
    ) as is_named_there
  from blocker_events e join blockers b on b.team_id = ${teamId} and b.id = e.blocker_id
  join users u on u.team_id = ${teamId} and u.id = b.user_id join teams t on t.id = ${teamId}
  where e.team_id = ${teamId} and e.kind <> 'named' and ${which}`

export const list = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(row), '[]') from (${rows}) as row)`
export const heard = ['blocker.opened', 'blocker.resolved', 'blocker.unmentioned'] as const

/**
 * The maximum size of one portion. More would block the event loop and keep the transaction open for too long (E6.01):
 * three of the longest reports take half a second.
 */
const portion = { reports: 1_000, lines: 3_000, letters: 30_000 }

/**
 * Returns one portion of the member's history from a day on:
 * - the reports of the portion and the one before it, in ascending order, with the blockers that their lines name
 * - the blockers that were open at the beginning of the portion, began in the portion, or belong to lines of a report
 *   that was moved into the portion
 */
export async function selectSince(db: Db, { teamId, userId }: Member, from: string): Promise<BlockersSince> {
  const inPortion = sql`b.last_day >= part.begin and (part.until is null or b.first_day <= part.until)`
  const movedHere = sql`b.id in (
    select e.blocker_id from reports m
    join blocker_events e on e.team_id = ${teamId} and e.report_id = m.id and e.kind = 'named' and e.day <> m.report_date
    where m.team_id = ${teamId} and m.user_id = ${userId} and m.report_date >= part.begin
      and (part.until is null or m.report_date <= part.until))`
  const stood = sql`b.user_id = ${userId} and (${inPortion} or ${movedHere})`
  const named = sql`select e.line, e.day, e.blocker_id, e.chosen from blocker_events e
    where e.team_id = ${teamId} and e.report_id = r.id order by e.line`
  // The events of a moved report still have the report's former day.
  const namedBefore = sql`from blocker_events e
    join reports n on n.team_id = ${teamId} and n.id = e.report_id and n.report_date = e.day
    where e.team_id = ${teamId} and e.blocker_id = b.id and e.kind = 'named' and e.day < ${from}::date`
  const own = sql`team_id = ${teamId} and user_id = ${userId}`
  const { rows } = await sql<BlockersSince>`
    select part.until, part.next, ${list(sql`
      select r.id, r.report_date as day, r.issues, ${list(named)} as lines from reports r
      where r.team_id = ${teamId} and r.user_id = ${userId} and r.report_date >= part.begin
        and (part.until is null or r.report_date <= part.until)
      order by r.report_date`)} as reports,
    ${list(sql`
      select ${rowColumns}, not exists (
        select from blocker_events e where e.team_id = ${teamId} and e.blocker_id = b.id and e.kind = 'named'
      ) as is_left, (
        select json_build_object('day', e.day, 'report_id', e.report_id, 'line', e.line) ${namedBefore} order by e.day desc limit 1
      ) as named_before
      from blockers b where b.team_id = ${teamId} and ${stood}`)} as blockers,
    ${list(sql`
      select r.id, r.issues from reports r where r.team_id = ${teamId} and r.id in (
        select (select e.report_id ${namedBefore} order by e.day desc limit 1)
        from blockers b where b.team_id = ${teamId} and ${stood}
      )`)} as former,
    ${list(actsOf(teamId, stood))} as acts, ${listenersOf({ teamId }, heard)} as listeners
    from (
      select begin, case when next is not null then until end as until, next from (
        select coalesce(max(report_date), ${from}::date) as begin from reports where ${own} and report_date < ${from}
      ) as b, lateral (
        select max(day) filter (where fits) as until, min(day) filter (where not fits) as next from (
          select day, row_number() over days <= 2 or
            (row_number() over days <= ${portion.reports} and sum(lines) over days <= ${portion.lines}
                and sum(letters) over days <= ${portion.letters}) as fits
          from (
            select report_date as day, length(issues) as letters,
              least(${limits.blockerLines}::int, 1 + length(issues) - length(translate(issues, E'\n\r', ''))) as lines
            from reports where ${own} and report_date >= begin order by report_date limit ${portion.reports + 1}
          ) as r window days as (order by day)
        ) as r
      ) as u
    ) as part`.execute(db)
  return rows[0]!
}
