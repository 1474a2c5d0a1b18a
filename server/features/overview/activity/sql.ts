import { type RawBuilder, sql } from 'kysely'
import type { ActivityEntry } from '#contract/activity.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

/** Returns the beginning of a text: enough for the three lines that the timeline shows. */
const beginning = (text: RawBuilder<unknown>) => sql`left(${text}, 400)`

const microseconds = 1_000_000

/**
 * Selects entries that are older than a cursor. A cursor contains a time, in microseconds since 1970, and an id, which
 * orders entries of the same time.
 */
function olderThan(before: string | undefined) {
  if (before === undefined) return sql``
  const [instant, id] = before.split('_') as [string, string]
  return sql`and (created_at, id) <
    (timestamptz 'epoch' + (${instant}::bigint * interval '1 microsecond'), ${id}::uuid)`
}

/**
 * Reads the newest page of each kind by its own index, then keeps the newest rows of all kinds. Selects names by
 * subqueries: with a join the planner might read all members of a large team.
 */
export async function selectActivity(db: Db, scope: Scope, before: string | undefined, limit: number) {
  const older = olderThan(before)
  const page = (from: RawBuilder<unknown>) => sql`
    (${from} where team_id = ${scope.teamId} ${older} order by created_at desc, id desc ${rowsOfPage({ limit })})`
  const { rows } = await sql<{ entry: ActivityEntry; cursor: string }>`
    select
      (extract(epoch from e.created_at) * ${microseconds}::int)::bigint || '_' || e.id as cursor,
      json_strip_nulls(json_build_object(
        'kind', e.kind, 'id', e.id, 'user_id', e.user_id,
        'user_name', (select display_name from users where team_id = ${scope.teamId} and id = e.user_id),
        'at', iso_in_zone(e.created_at, t.time_zone), 'text', e.text, 'type', e.type, 'edited', e.edited, 'report_date', e.report_date, 'is_imported', e.is_imported
      )) as entry
    from (
      ${page(sql`
        select 'report' as kind, id, user_id, created_at, ${beginning(sql`today_plan`)} as text, null as type, null::boolean as edited,
          report_date, is_imported
        from reports`)}
      union all
      ${page(sql`
        select 'insight', id, user_id, created_at, ${beginning(sql`note`)}, type, edited_at is not null, null, null::boolean from insights`)}
      union all
      ${page(sql`select 'member', id, id, created_at, null, null, null, null, null from users`)}
      order by created_at desc, id desc ${rowsOfPage({ limit })}
    ) e
    join teams t on t.id = ${scope.teamId}
    order by e.created_at desc, e.id desc`.execute(db)
  return rows
}
