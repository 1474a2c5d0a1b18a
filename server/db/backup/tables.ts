import type pg from 'pg'

export type Table = {
  name: string
  /** The columns, except generated ones, which the database computes. */
  columns: string[]
  /** The columns of the primary key. */
  key: string[]
  refersTo: string[]
  hasRowSecurity: boolean
}

/**
 * Returns every table of the application's schema except `migrations`. A table comes after the tables that it refers
 * to. The job queue has its own schema.
 */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name, c.relforcerowsecurity as "hasRowSecurity",
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns,
      array(
        select a.attname::text from pg_index i, unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place
      ) as key,
      array(
        select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
      ) as "refersTo"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by c.relname`)
  return inOrder(rows)
}

/** @throws Error if tables refer to each other in a circle */
function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  let left = tables
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const ready = left.filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...waiting].join(', ')}.`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}

/** Fixes the settings that decide how PostgreSQL writes values as text, so that backup and restore use the same. */
export const settleText = (client: pg.ClientBase) =>
  client.query(`
    set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
    set local timezone = 'UTC'; set local extra_float_digits = 1; set local bytea_output = 'hex';
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local asakai.team = 'every'`)
