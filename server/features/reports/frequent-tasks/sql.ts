import { type RawBuilder, sql } from 'kysely'
import type { FrequentTasks } from '#contract/frequent-tasks.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { trimmed } from '#server/db/fragments/trimmed.ts'

export const selectTasks = (db: Db, scope: Scope): Promise<{ id: string; task_list: string } | undefined> =>
  db
    .selectFrom('frequent_tasks')
    .where((is) => is.and({ team_id: scope.teamId, user_id: scope.userId }))
    .select(['id', 'task_list'])
    .executeTakeFirst()

/** @returns false if the member has a list already */
export const insertTasks = (db: Db, scope: Scope, task_list: string, id: string, now: Date): Promise<boolean> =>
  hasRow(
    db
      .insertInto('frequent_tasks')
      .values({ team_id: scope.teamId, id, user_id: scope.userId, task_list, updated_at: now })
      .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
      .returning('id'),
  )

/**
 * Returns whether the list was changed. If the stored list equals the new one already, this counts as changed, because
 * the request was repeated.
 * @param replaces the only list that may be replaced; undefined: any list
 */
export const updateTasks = (
  db: Db,
  scope: Scope,
  task_list: string,
  replaces: string | undefined,
  now: Date,
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('frequent_tasks')
      .set({ task_list, updated_at: now })
      .where((is) => is.and({ team_id: scope.teamId, user_id: scope.userId }))
      .$if(replaces !== undefined, (update) =>
        update.where((is) => is.or([is('task_list', '=', replaces!), is('task_list', '=', task_list)])),
      )
      .returning('id'),
  )

/** Removes the list mark before a line, as the page does (web/domain/lines.ts). */
const words = (line: RawBuilder<unknown>) => trimmed(sql`regexp_replace(${trimmed(line)}, '^([・•‣]|[-*]\\s)', '')`)

/** Counts for each task the member's reports whose plan contains the task. Uses the index `reports_one_a_day`. */
export async function selectUsage(db: Db, scope: Scope, named: string[]): Promise<FrequentTasks['usage']> {
  const { rows } = await sql<FrequentTasks['usage'][number]>`
    with planned as (
      select ${words(sql`line`)} as line, count(distinct r.id)::int as count
      from reports r cross join lateral regexp_split_to_table(r.today_plan, '[\\n\\r\\u2028\\u2029]+') as line
      where r.team_id = ${scope.teamId} and r.user_id = ${scope.userId}
      group by 1
    )
    select task, coalesce(count, 0) as count
    from unnest(${named}::text[]) with ordinality as named (task, position)
    left join planned on planned.line = ${words(sql`task`)}
    order by position`.execute(db)
  return rows
}
