import pg from 'pg'
import { readTables } from './tables.ts'

/** Counts the other connections to this database with the same role. They most likely belong to an Asakai server. */
export async function countOtherConnections(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ others: number }>(`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
  return rows[0]!.others
}

/** Returns whether this database has the application's schema; other products have a table `migrations` too. */
export async function isAsakai(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'sha256'`,
  )
  return rowCount === 1
}

/** Returns what the application's schema contains. `isOfAsakai`: its tables are Asakai's. */
export async function inspectSchema(
  client: pg.ClientBase,
): Promise<{ isOfAsakai: boolean; tables: string[]; filled: { name: string; rows: number }[] }> {
  const tables = (await readTables(client)).map(({ name }) => name)
  const isOfAsakai = await isAsakai(client)
  const filled: { name: string; rows: number }[] = []
  for (const name of tables) {
    if (name === 'key_fingerprint') continue // filled by the first start of a server, so a row in this table is no data
    const counted = await client.query<{ rows: number }>(
      `select count(*)::int as rows from ${pg.escapeIdentifier(name)}`,
    )
    if (counted.rows[0]!.rows > 0) filled.push({ name, rows: counted.rows[0]!.rows })
  }
  return { isOfAsakai, tables, filled }
}

/** Drops Asakai's tables, functions and queue, so that migrations start from an empty schema. Extensions stay. */
export async function emptySchema(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop table if exists %s cascade', c.oid::regclass) as statement from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'drop schema if exists graphile_worker cascade'`)
  for (const { statement } of rows) await client.query(statement)
}
