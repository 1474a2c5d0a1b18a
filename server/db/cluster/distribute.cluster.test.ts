import pg from 'pg'
import { v7 as newId } from 'uuid'
import { expect, inject, test } from 'vitest'
import { fillEveryTable } from '#server/testing/fill.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase } from '#server/testing/database.ts'
import { joinNodes } from '#server/testing/nodes.ts'
import { readTables } from '../backup/tables.ts'
import { backupParts } from '../backup/write.ts'
import { withTeamTransaction, openDatabase } from '../database.ts'
import { migrate } from '../schema/migrate.ts'
import { applyMigrations } from '../schema/apply-migrations.ts'
import { onEveryNode, stepsToCluster } from './arrange.ts'
import { distribute } from './distribute.ts'

const ports = [inject('template').port!, ...inject('workerPorts')!]
const quiet = () => {}
const yes = async () => true

async function connect(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  afterwards(() => client.end())
  return client
}

/** Creates a database without a cluster, with a row in every table. Nodes join the database later. */
async function grown() {
  const connection = await newDatabase('template0')
  await migrate(connection)
  await fillEveryTable(connection)
  await joinNodes(connection, ports)
  return connection
}

async function everyRow(connection: pg.ClientConfig): Promise<Record<string, unknown[]>> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('begin')
  await client.query("set local citus.propagate_set_commands = 'local'")
  await client.query("set local asakai.team = 'every'")
  const found: Record<string, unknown[]> = {}
  for (const { name } of await readTables(client))
    found[name] = (await client.query(`select * from ${pg.escapeIdentifier(name)}`)).rows
  await client.end()
  return found
}

test('distributing a database over a cluster keeps every row and policy', async () => {
  const connection = await grown()
  const before = await everyRow(connection)
  expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)

  const said: string[] = []
  await distribute(connection, yes, (line) => said.push(line))
  expect(said).toContain('- distribute reports by team_id')
  expect(await everyRow(connection)).toEqual(before)

  const again: string[] = []
  await distribute(connection, yes, (line) => again.push(line))
  expect(again).toEqual(['All tables are distributed already.'])

  const client = await connect(connection)
  for (const name of ['users', 'logins', 'reports']) expect((await client.query(`table ${name}`)).rows).toEqual([])
  const { rows: open } = await client.query<{ result: string }>(`
    select result from run_command_on_shards('users', 'select relforcerowsecurity from pg_class where oid = ''%s''::regclass')
    where result <> 't'`)
  expect(open).toEqual([])
  const { rows: deaf } = await client.query<{ result: string }>(`
    select result from run_command_on_shards('comments',
      'select count(*) from pg_trigger where tgrelid = ''%s''::regclass and not tgisinternal and tgenabled = ''O''')
    where result = '0'`)
  expect(deaf).toEqual([])
  const { rows: unknown } = await client.query<{ result: string }>(`
    select result from run_command_on_shards('reports', 'select reltuples from pg_class where oid = ''%s''::regclass')
    where result = '-1'`)
  expect(unknown).toEqual([]) // every shard has its number of rows, which the nodes use for planning
})

test('nothing is distributed if the operator answers no, or while a server is running', async () => {
  const connection = await grown()
  const asked: string[] = []
  const no = async (question: string) => asked.push(question) > 1
  await distribute(connection, no, quiet)
  expect(asked).toHaveLength(1)

  const running = new pg.Client(connection)
  await running.connect()
  await expect(distribute(connection, yes, quiet)).rejects.toThrow('Stop Asakai first')
  await running.end()
  expect((await stepsToCluster(await connect(connection))).length).toBeGreaterThan(0)
})

test('a cluster cannot be backed up, because its nodes share no snapshot', async () => {
  const client = await connect(await newDatabase('asakai'))
  await expect(backupParts(client, new Date()).next()).rejects.toThrow('This database is a cluster')
})

test('the table of a later migration is distributed, and sends its change notifications', async () => {
  const connection = await newDatabase('asakai')
  const client = await connect(connection)
  const text = `
    create table notes (
      team_id uuid not null, id uuid not null, user_id uuid not null, primary key (team_id, id),
      foreign key (team_id, user_id) references users (team_id, id) on delete cascade
    );

    alter table notes enable row level security, force row level security;

    create policy own_team on notes using (
      (select current_setting('asakai.team', true) = 'every')
      or team_id = (select nullif(nullif(current_setting('asakai.team', true), ''), 'every')::uuid)
    );

    create trigger announce_note after insert on notes for each row execute function announce_change('note');

    create trigger announce_noted after delete on reports for each row execute function announce_change('note');

    alter table users add column nickname text;

    select set_config('asakai.team', 'every', true);

    update users set nickname = family_name;

    create function count_notes() returns trigger language plpgsql as $$
    begin
      update users set nickname = (select count(*) from notes where team_id = new.team_id) where team_id = new.team_id;
      return null;
    end $$;

    create trigger notes_counted after insert on notes for each row execute function count_notes()`
  await client.query('begin')
  await onEveryNode(client, () => applyMigrations(client, [{ name: '9999_notes.sql', text, sha256: '' }]))
  await client.query('commit')

  expect(await stepsToCluster(client)).toEqual([])
  const heard: (string | undefined)[] = []
  client.on('notification', ({ payload }) => heard.push(payload))
  await client.query('listen asakai_changes')
  const database = openDatabase(connection, quiet)
  afterwards(() => database.destroy())
  const member = { team_id: newId(), id: newId() }
  await database.insertInto('teams').values({ id: member.team_id, name: '一', time_zone: 'UTC' }).execute()
  const nickname = await withTeamTransaction(database, { teamId: member.team_id }, async (db) => {
    const names = { first_name: '直樹', family_name: '早川', preferred_name: '' }
    await db
      .insertInto('users')
      .values({ ...member, ...names, email: 'a@b.c', email_key: 'a@b.c' })
      .execute()
    await db
      .insertInto('notes' as 'mail_links')
      .values({ team_id: member.team_id, id: newId(), user_id: member.id } as never)
      .execute()
    return db
      .selectFrom('users')
      .select('nickname' as 'display_name')
      .where('team_id', '=', member.team_id)
      .executeTakeFirst()
  })
  expect(nickname).toEqual({ nickname: '1' })
  // The notification ends with the id of its transaction.
  await expect.poll(() => heard).toContainEqual(expect.stringContaining(`${member.team_id} note #`))
})
