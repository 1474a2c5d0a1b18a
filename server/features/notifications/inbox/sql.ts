import { type RawBuilder, sql } from 'kysely'
import type { Mention } from '#contract/comments.ts'
import type { Page } from '#contract/fields.ts'
import { reportFields } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import { isVisible } from '#server/db/fragments/visible-comments.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** Joins the member's mentions in reports and in visible comments. */
const there = ({ teamId, userId }: Member) => sql`
  mentions m left join comments c on c.team_id = ${teamId} and c.id = m.comment_id
  where m.team_id = ${teamId} and m.user_id = ${userId} and m.dropped_at is null and ${isVisible('c')}`

/** Selects the lines of the report that name the member, each once. */
const linesNaming = ({ teamId, userId }: Member) => {
  const words = sql`concat_ws(e'\n', ${sql.join(reportFields.map((field) => sql.ref(`r.${field}`)))})`
  const lines = (isIt: RawBuilder<boolean>) => sql`(
    select string_agg(line, e'\n' order by nth) from (
      select trim(line) as line, min(nth) as nth
      from regexp_split_to_table(${words}, '[\r\n]+')
        with ordinality as each (line, nth)
      where ${isIt} group by trim(line)
    ) named)`
  const name = sql`(select '@' || me.display_name from users me where me.team_id = ${teamId} and me.id = ${userId})`
  // Normalizes the name, not the line: PostgreSQL takes seconds to normalize thousands of combining marks on one
  // character.
  const isNamed = sql<boolean>`(position(lower(normalize(${name})) in lower(line)) > 0
    or position(lower(normalize(${name}, nfd)) in lower(line)) > 0)`
  // If no line names the member, selects the lines with an @: the member may have a new name, or an import may have
  // replaced the text.
  return sql`coalesce(${lines(isNamed)}, ${lines(sql<boolean>`position('@' in line) > 0`)}, ${words})`
}

/** @param noticeId limits the result to the unread mentions of a notification */
export async function selectMentions(
  db: Db,
  scope: Member,
  { limit, offset }: Page,
  noticeId?: string,
): Promise<Mention[]> {
  const ofNotice = noticeId ? sql`and m.delivery_id = ${noticeId} and m.read_at is null` : sql``
  const { rows } = await sql<Mention>`
    select p.id, p.why, p.read_at is not null as read, p.comment_id,
      case when p.report_id is null then 'insight' else 'report' end as subject,
      coalesce(p.report_id, p.insight_id) as subject_id,
      coalesce(r.report_date, (i.created_at at time zone t.time_zone)::date) as date,
      u.id as user_id, u.display_name as user_name,
      case when p.comment_id is null then ${linesNaming(scope)} else p.body end as body,
      iso_in_zone(p.created_at, t.time_zone) as created_at
    from (
      select m.id, m.why, m.read_at, m.comment_id, coalesce(m.report_id, c.report_id) as report_id, c.insight_id,
        c.user_id as author, c.body, coalesce(c.created_at, m.created_at) as created_at, m.created_at as mentioned_at
      from ${there(scope)} ${ofNotice} order by m.created_at desc, m.id desc ${rowsOfPage({ limit, offset })}
    ) p
    join teams t on t.id = ${scope.teamId}
    left join reports r on r.team_id = ${scope.teamId} and r.id = p.report_id
    left join insights i on i.team_id = ${scope.teamId} and i.id = p.insight_id
    join users u on u.team_id = ${scope.teamId} and u.id = coalesce(p.author, r.user_id)
    order by p.mentioned_at desc, p.id desc`.execute(db)
  return rows
}

export async function countUnread(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from ${there(scope)} and m.read_at is null`.execute(db)
  return rows[0]!.unread
}

export const isMine = (db: Db, { teamId, userId }: Scope, id: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('mentions')
      .where((is) => is.and({ team_id: teamId, user_id: userId, id }))
      .select('id'),
  )

/** Marks mentions as read: one, those of a report or an insight, or all. @returns the ones that were unread */
export async function updateRead(
  db: Db,
  { teamId, userId }: Scope,
  { id, subject_id }: { id?: string; subject_id?: string | undefined },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update mentions m set read_at = ${now}
    where m.team_id = ${teamId} and m.user_id = ${userId} and m.read_at is null
      ${id ? sql`and m.id = ${id}` : sql``}
      ${
        subject_id
          ? sql`and (m.report_id = ${subject_id} or exists (
              select from comments c where c.team_id = ${teamId} and c.id = m.comment_id
                and ${subject_id}::uuid in (c.report_id, c.insight_id)))`
          : sql``
      }
    returning m.id`.execute(db)
  return rows.map((row) => row.id)
}

export const updateUnread = (db: Db, { teamId, userId }: Scope, ids: readonly string[]) =>
  sql`
    update mentions set read_at = null
    where team_id = ${teamId} and user_id = ${userId} and id = any(${ids}::uuid[])`.execute(db)

/** Marks mentions in reports as read: in one report, or in the reports of a day. */
export const updateReportsRead = (
  db: Db,
  { teamId, userId }: Scope,
  which: { id: string } | { date: string },
  now: Date,
) =>
  sql`
    update mentions set read_at = ${now}
    where team_id = ${teamId} and user_id = ${userId} and read_at is null and report_id ${
      'id' in which
        ? sql`= ${which.id}`
        : sql`in (select r.id from reports r where r.team_id = ${teamId} and r.report_date = ${which.date})`
    }`.execute(db)
