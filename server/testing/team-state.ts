import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The names of the tables with rows of a team, except `write_keys`. */
let tables: string[] | undefined
async function findTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'team_id' and table_name not in ('write_keys')
      and table_name in (select tablename from pg_tables where schemaname = 'public')`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns a team's rows as one text per table, except `write_keys`. */
export async function stateOf(db: Db, teamId: string): Promise<Record<string, string>> {
  tables ??= await findTables(db)
  const texts = tables.map(
    (name) => sql`
        select ${sql.lit(name)} as name, coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as rows
        from ${sql.table(name)} t where t.team_id = ${teamId}`,
  )
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(texts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map((table) => [table.name, table.rows]))
}
