import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { IdempotencyHeader } from '#contract/idempotency-key.ts'
import { type Database, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { stateOf } from '#server/testing/team-state.ts'
import { routesOf } from '#server/testing/described.ts'
import { accountWrites } from '#server/testing/account-writes.ts'
import { reportWrites } from '#server/testing/report-writes.ts'
import { openServices, teamToChange } from '#server/testing/write-team.ts'

/**
 * A successful request for each call that takes an `Idempotency-Key`. The test fails for a new call until a request is
 * added here.
 */
const writes = { ...reportWrites, ...accountWrites }
/** Calls after which the caller has no session to repeat them with. */
const lastWrites = ['DELETE /users/me']

/**
 * Calls that know their response only after their last transaction, because they use another service or several
 * transactions.
 */
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
  'DELETE /consents/:request', // writes nothing: the browser takes the answer to the program
  'POST /slack/links', // writes only if there are links to make
])

const services = await openServices()
beforeEach(() => services.slack.reset())

const stateIn = (database: Database, teamId: string) =>
  withTeamTransaction(database, { teamId }, (db) => stateOf(db, teamId))

/** The databases with a trigger that records writes. */
const noting = new WeakSet<Database>()

/** Makes a trigger record the transaction and the table of each later write. */
async function noteWrites(database: Database) {
  await withEveryTeamTransaction(database, async (db) => {
    if (noting.has(database)) return sql`truncate noted`.execute(db)
    noting.add(database)
    await sql`create table noted (transaction xid8, name text, holds boolean)`.execute(db)
    await sql`
      create function note_write() returns trigger language plpgsql as
        'begin insert into noted select pg_current_xact_id(), tg_table_name, exists (
          select from pg_locks where pid = pg_backend_pid() and relation = ''users''::regclass and mode = ''RowShareLock''
        ); return null; end'`.execute(db)
    await sql`
      do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'noted' loop
          execute format('create trigger note_write before insert or update or delete on %I execute function note_write()', name);
        end loop;
      end $$`.execute(db)
    return undefined
  })
}

/** Returns whether the response was first stored by a transaction that wrote something else, too. */
async function isStoredWithWrite(database: Database): Promise<boolean> {
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql<{ names: string[] }>`
      select array_agg(name) as names from noted
      where transaction = (select min(transaction) from noted where name = 'write_keys')`.execute(db),
  )
  return rows[0]!.names.some((name) => name !== 'write_keys')
}

/**
 * Tables that may change after the caller's access has ended. They contain counts, stored responses and challenges,
 * which other members do not see.
 */
const free = new Set(['write_keys', 'attempts', 'spent_states'])
/** More such tables for single calls. An import checks before each step that its member may still write (E4.03). */
const freeIn: Record<string, readonly string[]> = {
  'POST /import': ['report_imports', 'report_import_rows', 'reports', 'report_grams'],
  'DELETE /import/:id': ['report_imports'], // written when the previous import ends
  'POST /webhooks/:id/test': ['outbox'], // the outcome of the requested delivery
  'POST /consents/:request': ['oauth_clients'], // records that a self-registered program is in use
  'PUT /notifications/push': ['push_subscriptions'], // the browser belonged to another member before
}

/** Returns the tables that were written by transactions without a lock on the account. */
async function writtenUnheld(database: Database, call: string): Promise<string[]> {
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql<{ name: string }>`select distinct name from noted where not holds`.execute(db),
  )
  return rows.map(({ name }) => name).filter((name) => !free.has(name) && !freeIn[call]?.includes(name))
}

test('this test covers every call that accepts an Idempotency-Key', async () => {
  const { app } = await teamToChange(services)
  const taking = routesOf(app).filter(
    ({ method, schema }) => method !== 'HEAD' && schema?.headers === IdempotencyHeader,
  )
  const known = new Set([...Object.keys(writes).map((name) => name.replace(/ of .*$/u, '')), ...lastWrites])
  expect(taking.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test.each(Object.entries(writes))(
  'two requests with the same Idempotency-Key run once and get the same response: %s',
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
    expect(await writtenUnheld(database, name), 'written without asking whether the caller still may').toEqual([])
    const state = await stateIn(database, teamId)
    clock.now = new Date(clock.now.getTime() + 2_000)
    const again = await me.call(method, path, body, key)
    const shown = ({ status, body: answer, headers: { location } }: typeof first) => ({ status, answer, location })
    expect(shown(again)).toEqual(shown(first))
    expect(await stateIn(database, teamId)).toEqual(state)
    expect(again.headers['idempotency-replayed']).toBe('true')

    const wrong = await (other === undefined
      ? me.post('/insights', { type: 'keep', note: 'another call' }, key)
      : me.call(method, path, other, key))
    expect(wrong).toMatchObject({ status: 409, body: { code: 'key_reused' } })
    expect(await stateIn(database, teamId)).toEqual(state)
  },
)
