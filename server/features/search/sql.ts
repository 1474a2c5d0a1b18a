import { type RawBuilder, sql } from 'kysely'
import { type ReportField, reportFields } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { SearchKind, SearchPart, SearchResult } from '#contract/search.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { isVisible } from '#server/db/fragments/visible-comments.ts'

/** The columns of texts that have no day of their own: their day is the one on which they were written. */
const ofPost = {
  day: sql`(x.created_at at time zone t.time_zone)::date`,
  written: sql`coalesce(x.edited_at, x.created_at)`,
}

/** The table and columns of each kind's texts, and the version of the text in a row. */
const sources = {
  report: {
    table: sql`reports`,
    grams: sql`report_grams`,
    day: sql`x.report_date`,
    written: sql`x.updated_at`,
    fields: reportFields,
    parts: sql`${[...reportFields]}::text[]`,
    isThere: sql`true`,
    about: () => sql`null`,
    time: sql`x.report_time`,
  },
  insight: {
    table: sql`insights`,
    grams: sql`insight_grams`,
    ...ofPost,
    fields: ['note'],
    parts: sql`array[x.type]`,
    isThere: sql`true`,
    time: sql`null`,
    about: () => sql`null`,
  },
  comment: {
    table: sql`comments`,
    grams: sql`comment_grams`,
    ...ofPost,
    fields: ['body'],
    parts: sql`array['comment']`,
    about: (teamId) => sql`(
      select json_build_object('subject', 'report', 'id', r.id, 'date', r.report_date)
      from reports r where r.team_id = ${teamId} and r.id = x.report_id
      union all
      select json_build_object('subject', 'insight', 'id', i.id, 'date', (i.created_at at time zone t.time_zone)::date)
      from insights i where i.team_id = ${teamId} and i.id = x.insight_id)`,
    isThere: isVisible('x'),
    time: sql`null`,
  },
} satisfies Record<
  SearchKind,
  Record<'table' | 'grams' | 'day' | 'written' | 'parts' | 'isThere' | 'time', RawBuilder<unknown>> & {
    about: (teamId: string) => RawBuilder<unknown>
    fields: readonly (ReportField | 'note' | 'body')[]
  }
>

const textsOf = (kind: SearchKind) =>
  sql`array[${sql.join(sources[kind].fields.map((field) => sql.ref(`x.${field}`)))}]`

/** The position before which a page begins: a day, and an id of that day. */
export type SearchPosition = { day: string; id: string }
type Filters = { user_id?: string | undefined; from?: string | undefined; until?: string | undefined }
type Search = Filters & { grams: readonly number[]; before: SearchPosition | undefined; limit: number }

/** The number of newest texts that are searched before the index. They usually contain frequent words. */
const newest = 500

const inOrder = sql`order by day desc, id desc`

/**
 * Returns texts that may contain the words, newest first. Looks for frequent words among the newest texts, and for rare
 * ones in the index. Reads the index before sorting: otherwise PostgreSQL would walk through all days.
 */
export async function selectCandidates(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  kind: SearchKind,
  { grams, before, limit, user_id, from, until }: Search,
): Promise<SearchPosition[]> {
  const wanted = sql`grams operator(pg_catalog.@>) ${grams}::int4[]`
  const place = sql`team_id = ${teamId}
    ${before ? sql`and (day, id) < (${before.day}::date, ${before.id}::uuid)` : sql``}
    ${user_id ? sql`and user_id = ${user_id}` : sql``}
    ${from ? sql`and day >= ${from}` : sql``} ${until ? sql`and day <= ${until}` : sql``}`
  const table = sources[kind].grams
  const near = await sql<SearchPosition>`
    select day, id from (select * from ${table} where ${place} ${inOrder} limit ${newest}) as newest
    where ${wanted} ${inOrder} limit ${limit}`.execute(db)
  if (near.rows.length === limit) return near.rows
  const { rows } = await sql<SearchPosition>`
    with found as materialized (select day, id from ${table} where ${place} and ${wanted})
    select day, id from found ${inOrder} limit ${limit}`.execute(db)
  return rows
}

/** Texts that may contain the words. `parts`: the part that each text belongs to. */
export type FoundTexts = {
  id: string
  user_id: string
  user_name: string
  texts: string[]
  parts: SearchPart[]
  about: SearchResult['about'] | null
  report_time: ReportTime | null
}

export async function selectTexts(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  kind: SearchKind,
  ids: readonly string[],
): Promise<FoundTexts[]> {
  const { rows } = await sql<FoundTexts>`
    select x.id, x.user_id, u.display_name as user_name, ${textsOf(kind)} as texts, ${sources[kind].parts} as parts,
      ${sources[kind].about(teamId)} as about, ${sources[kind].time} as report_time
    from ${sources[kind].table} x join users u on u.team_id = x.team_id and u.id = x.user_id
      join teams t on t.id = ${teamId}
    where x.team_id = ${teamId} and x.id = any(${ids}) and ${sources[kind].isThere}`.execute(db)
  return rows
}

/** A text without a current index entry. `written_at` is text, because a `Date` has no microseconds. */
export type Unindexed = { team_id: string; id: string; written_at: string; texts: string[] }

/** Returns the next texts whose index entry is missing or outdated, ordered by team and id. */
export async function selectUnindexed(
  db: Db,
  kind: SearchKind,
  { team_id, id }: Pick<Unindexed, 'team_id' | 'id'>,
  limit: number,
): Promise<Unindexed[]> {
  const { grams, table, written } = sources[kind]
  const { rows } = await sql<Unindexed>`
    select x.team_id, x.id, ${written}::text as written_at, ${textsOf(kind)} as texts from ${table} x
    where (x.team_id, x.id) > (${team_id}::uuid, ${id}::uuid) and not exists (
      select from ${grams} g where g.team_id = x.team_id and g.id = x.id and g.written_at = ${written}
    )
    order by x.team_id, x.id limit ${limit}`.execute(db)
  return rows
}

type Entry = { id: string; written_at?: string; grams: readonly number[] }

/**
 * Stores the index entries of texts. An entry is for the text's version in this transaction, or for `written_at` if
 * that is given. Skips texts that were deleted since.
 */
export const upsertEntries = (
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  kind: SearchKind,
  entries: readonly Entry[],
) => {
  const { table, grams, day, written } = sources[kind]
  // Joins row by row: PostgreSQL does not know how few entries there are, and would otherwise read all texts of a small
  // team.
  return sql`
    insert into ${grams} as g (team_id, id, user_id, day, written_at, grams)
    select x.team_id, x.id, x.user_id, ${day}, coalesce(e.written_at, ${written}), e.grams
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (id uuid, written_at timestamptz, grams integer[])
    cross join lateral (select * from ${table} where team_id = ${teamId} and id = e.id limit 1) x
    join teams t on t.id = ${teamId}
    on conflict (team_id, id) do update set user_id = excluded.user_id, day = excluded.day,
      written_at = excluded.written_at, grams = excluded.grams where g.written_at <= excluded.written_at`.execute(db)
}

export const deleteEntries = (db: Db, { teamId }: Pick<Scope, 'teamId'>, kind: SearchKind, ids: readonly string[]) =>
  sql`delete from ${sources[kind].grams} where team_id = ${teamId} and id = any(${ids}::uuid[])`.execute(db)
