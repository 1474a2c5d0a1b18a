import { CompiledQuery } from 'kysely'
import { type Db, withEveryTeamTransaction, openDatabase } from '#server/db/database.ts'
import { reachEmbedded } from '#server/db/embedded/reach.ts'

/**
 * Leaves out the time at which a member was last active: the server updates it some time after a request, on any page.
 */
const ofNoConcern = "to_jsonb(t) - 'last_active_at'"

/** Opens the database of a running server. `read` returns a fingerprint of each table. */
export async function openRows(dataDir: string) {
  const { connection } = await reachEmbedded(dataDir, () => {})
  const database = openDatabase({ ...connection, max: 1 }, () => {})
  const ask = async <Row>(db: Db, statement: string) => (await db.executeQuery<Row>(CompiledQuery.raw(statement))).rows
  const read = () =>
    withEveryTeamTransaction(database, async (db) => {
      const tables = await ask<{ name: string }>(
        db,
        "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
      )
      const rows: Record<string, string> = {}
      for (const { name } of tables) {
        const [found] = await ask<{ print: string }>(
          db,
          `select count(*) || ' ' || coalesce(md5(string_agg(row::text, '' order by row::text)), '') as print
           from (select ${ofNoConcern} as row from ${name} t) rows`,
        )
        rows[name] = found!.print
      }
      return rows
    })
  return { read, close: () => database.destroy() }
}
