import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { IdempotencyHeader } from '#contract/write-key.ts'
import { type Database, type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { routesOf } from '#server/testing/described.ts'
import { accountWrites } from '#server/testing/account-writes.ts'
import { reportWrites } from '#server/testing/report-writes.ts'
import { openServices, teamToChange } from '#server/testing/write-team.ts'

/** A request that succeeds for each call that takes an `Idempotency-Key`. A new call fails until it has one. */
const writes = { ...reportWrites, ...accountWrites }
/** After these the caller has no session to send the request again with. */
const lastWrites = ['DELETE /users/me']

/** Their answers are known only after their last transaction: they wait for another service, or have several transactions. */
const answeredLater = new Set([
  'POST /passkeys/options',
  'POST /webhooks/:id/test',
  'POST /mcp',
  'POST /connections/:provider/ticket',
  'POST /backlogs/:source/issues/import',
  'PUT /slack/channel',
  'POST /slack/assign',
  'POST /import',
  'DELETE /import/:id',
  'POST /slack/links', // has nobody to link here, and writes nothing else
])

const services = await openServices()
beforeEach(() => services.slack.reset())

/** The tables with a team's rows, without the keys. */
let tables: string[] | undefined
async function findTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'team_id' and table_name not in ('write_keys')
      and table_name in (select tablename from pg_tables where schemaname = 'public')`.execute(db)
  return rows.map(({ name }) => name)
}

/** The rows of a team without the keys and the counts of attempts, and the jobs that wait: a text for each table. */
async function stateOf(database: Database, teamId: string): Promise<Record<string, string>> {
  return withTeamTransaction(database, { teamId }, async (db) => {
    tables ??= await findTables(db)
    const texts = tables.map(
      (name) => sql`
        select ${sql.lit(name)} as name, coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as rows
        from ${sql.table(name)} t where t.team_id = ${teamId}`,
    )
    const { rows } = await sql<{ name: string; rows: string }>`${sql.join(texts, sql` union all `)}`.execute(db)
    return Object.fromEntries(rows.map((table) => [table.name, table.rows]))
  })
}

/** The databases whose writes are noted already. */
const noting = new WeakSet<Database>()

/** Notes the transaction of each statement from now on that writes, and its table. */
async function noteWrites(database: Database) {
  await withEveryTeamTransaction(database, async (db) => {
    if (noting.has(database)) return sql`truncate noted`.execute(db)
    noting.add(database)
    await sql`create table noted (transaction xid8, name text)`.execute(db)
    await sql`
      create function note_write() returns trigger language plpgsql as
        'begin insert into noted values (pg_current_xact_id(), tg_table_name); return null; end'`.execute(db)
    await sql`
      do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'noted' loop
          execute format('create trigger note_write after insert or update or delete on %I execute function note_write()', name);
        end loop;
      end $$`.execute(db)
    return undefined
  })
}

/** Whether the answer was first stored by a transaction that wrote something else. */
async function isStoredWithWrite(database: Database): Promise<boolean> {
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql<{ names: string[] }>`
      select array_agg(name) as names from noted
      where transaction = (select min(transaction) from noted where name = 'write_keys')`.execute(db),
  )
  return rows[0]!.names.some((name) => name !== 'write_keys')
}

test('knows a request for every call that takes an Idempotency-Key', async () => {
  const { app } = await teamToChange(services)
  const taking = routesOf(app).filter(
    ({ method, schema }) => method !== 'HEAD' && schema?.headers === IdempotencyHeader,
  )
  const known = new Set([...Object.keys(writes).map((name) => name.replace(/ of .*$/u, '')), ...lastWrites])
  expect(taking.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test.each(Object.entries(writes))(
  'is done once and answered as before with the same key: %s',
  async (name, requestOf) => {
    const here = await teamToChange(services)
    const { me, database, teamId, clock } = here
    const { path, body, other, headers } = await requestOf(here)
    const method = name.split(' ')[0] as 'POST'
    const key = { ...headers, 'idempotency-key': newId() }
    await noteWrites(database)
    const first = await me.call(method, path, body, key)
    expect([200, 201, 202, 204], JSON.stringify(first.body)).toContain(first.status)
    expect(await isStoredWithWrite(database)).toBe(!answeredLater.has(name))
    const state = await stateOf(database, teamId)
    clock.now = new Date(clock.now.getTime() + 2_000)
    const again = await me.call(method, path, body, key)
    const shown = ({ status, body: answer, headers: { location } }: typeof first) => ({ status, answer, location })
    expect(shown(again)).toEqual(shown(first))
    expect(await stateOf(database, teamId)).toEqual(state)
    expect(again.headers['idempotency-replayed']).toBe('true')

    const wrong = await (other === undefined
      ? me.post('/insights', { type: 'keep', note: 'another call' }, key)
      : me.call(method, path, other, key))
    expect(wrong).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect(await stateOf(database, teamId)).toEqual(state)
  },
)
